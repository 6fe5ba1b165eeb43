import { toAuditLine, recordLines, type AuditTarget } from '../audit/record-event.ts';
import type { Db } from '../db/database.ts';
import { runAsWork, createWork } from '../lib/current-work.ts';
import type { MoscowTime } from './moscow-time.ts';
import type { WrittenCompany } from './write-company.ts';

const OFFICE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0 YaBrowser/25.10 Safari/537.36';
const PHONE = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36';

interface PlannedAuditEvent {
  daysAgo: number;
  hour: number;
  /** One of the company's people. Null means a member of staff. */
  person: number | null;
  what: string;
  targets?: AuditTarget[];
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/**
 * Writes what its people and staff did in the last days to the audit log. Addresses are those reserved for
 * documentation.
 */
export async function writeLog(
  tx: Db,
  company: WrittenCompany,
  { time, staffId }: { time: MoscowTime; staffId: number },
): Promise<void> {
  for (const planned of listPlannedEvents(company)) {
    const at = time.at(planned.daysAgo, planned.hour);
    const person = planned.person === null ? null : company.plan.people[planned.person];
    const work = createWork(planned.what, {
      userId: planned.person === null ? staffId : (company.userIds[planned.person] ?? null),
      companyId: company.id,
      role: person?.role ?? 'staff.owner',
      ip: planned.person === null ? '192.0.2.10' : '198.51.100.24',
      device: planned.person === 1 ? PHONE : OFFICE,
      targets: planned.targets ?? [],
    });
    const { what, before, after } = planned;
    const line = runAsWork(work, () =>
      toAuditLine({ at, what, ...(before && { before }), ...(after && { after }) }),
    );
    await recordLines(tx, at, [line]);
  }
}

function listPlannedEvents({ id, userIds, cardIds }: WrittenCompany): PlannedAuditEvent[] {
  const card = (index: number): AuditTarget[] => [{ kind: 'card', id: cardIds[index] ?? 0 }];
  const limit = (count: number) => ({ limit: { count, unit: 'sum', period: 'P1D' } });
  return [
    { daysAgo: 6, hour: 9.1, person: 0, what: 'signed-in' },
    {
      daysAgo: 6,
      hour: 9.3,
      person: 0,
      what: 'role-changed',
      targets: [{ kind: 'user', id: userIds[1] ?? 0 }],
      before: { role: 'specialist' },
      after: { role: 'manager' },
    },
    {
      daysAgo: 5,
      hour: 11.5,
      person: null,
      what: 'setCredit',
      targets: [{ kind: 'company', id }],
      before: { creditSum: 300_000 },
      after: { creditSum: 500_000 },
    },
    { daysAgo: 4, hour: 8.4, person: 1, what: 'signed-in' },
    {
      daysAgo: 4,
      hour: 8.6,
      person: 1,
      what: 'setCardLimit',
      targets: card(1),
      before: limit(8000),
      after: limit(12_000),
    },
    {
      daysAgo: 3,
      hour: 15.2,
      person: 1,
      what: 'setCardComment',
      targets: card(0),
      before: { comment: '' },
      after: { comment: 'Сдан в ремонт до понедельника' },
    },
    {
      daysAgo: 2,
      hour: 10.75,
      person: 0,
      what: 'setThreshold',
      before: { thresholdKopecks: 5_000_000 },
      after: { thresholdKopecks: 10_000_000 },
    },
    { daysAgo: 1, hour: 18.1, person: 1, what: 'signed-out' },
  ];
}
