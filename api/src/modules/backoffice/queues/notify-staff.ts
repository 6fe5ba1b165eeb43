import { BELL_PLACES, type BellPlace } from '#contract/backoffice/queues.ts';
import { staffCan, type StaffAction } from '#contract/staff-access.ts';
import type { Context } from '../../../context.ts';
import { type AnyEvent, notify } from '../../messaging/notices/notify.ts';
import { countQueues } from './count-queues.ts';
import {
  countSilentNetworks,
  listStaff,
  listReportedCounts,
  lockReportedCounts,
  updateReportedCounts,
} from './reported-count-store.ts';

/** Role that decides at each place, and whether it is too urgent to wait for the morning. */
const PLACES: Readonly<Record<BellPlace, { decides: StaffAction; urgent?: true }>> = {
  requests: { decides: 'staff.runProgramme' },
  shipments: { decides: 'staff.runProgramme' },
  payments: { decides: 'staff.handleMoney' },
  movements: { decides: 'staff.handleMoney', urgent: true },
  disputes: { decides: 'staff.serveClients' },
  matters: { decides: 'staff.serveClients', urgent: true },
  edm: { decides: 'staff.serveClients' },
  reconciliation: { decides: 'staff.handleMoney', urgent: true },
  approvals: { decides: 'staff.change' },
  phones: { decides: 'staff.serveClients' },
  erasures: { decides: 'staff.serveClients' },
  networks: { decides: 'staff.runProgramme', urgent: true },
};

/** A feed that could not be read for this long is silent. */
const SILENT_MS = 15 * 60_000;

/**
 * Notifies the members whose role decides at a place of new items there since the last notification. Failed jobs and
 * objections are cases. A smaller number is only recorded. One process works at a time, so that each member is notified
 * once.
 */
export async function notifyStaff(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const silentBefore = new Date(now.getTime() - SILENT_MS);
  const [networks, queues, known] = await ctx.db.readTogether((db) =>
    Promise.all([
      countSilentNetworks(db, { ids: ctx.partnerIds(), silentBefore }),
      countQueues(db, now),
      listReportedCounts(db),
    ]),
  );
  const counts: Record<BellPlace, number> = { ...queues, networks };
  if (BELL_PLACES.every((place) => (known.get(place) ?? 0) === counts[place])) return;
  await ctx.db.inSystem(async (tx) => {
    if (!(await lockReportedCounts(tx))) return;
    const reported = await listReportedCounts(tx);
    const staff = await listStaff(tx);
    const events = BELL_PLACES.flatMap((place): AnyEvent[] => {
      const more = counts[place] - (reported.get(place) ?? 0);
      if (more <= 0) return [];
      const { decides, urgent } = PLACES[place];
      const kind = urgent ? 'staff-urgent' : 'staff-waits';
      return staff
        .filter(({ role }) => staffCan(role, decides))
        .map(({ id: userId }) => ({
          kind,
          companyId: null,
          userId,
          facts: { place, count: counts[place], more },
          about: `${place}:${userId}:${now.toISOString()}`,
          now,
        }));
    });
    await updateReportedCounts(tx, counts);
    await notify(tx, ...events);
  });
}
