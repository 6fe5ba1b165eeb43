import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { withBy } from './with-by.ts';
import { workAtHand, type Target, type WorkAtHand } from '../lib/work-at-hand.ts';

/** Transactions that have recorded an event themselves. */
const recorded = new WeakSet<Db>();

export function markRecorded(tx: Db): void {
  recorded.add(tx);
}

export interface RecordedChange {
  targets?: readonly Target[];
  /** Whose log it belongs to, where it is not the caller's own. */
  companyId?: number;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

const recordedChanges = new WeakMap<Db, RecordedChange>();

/** Tells the line of this transaction what was there before and what is there now: only what has changed, secrets never. */
export function recordChange(tx: Db, change: RecordedChange): void {
  recordedChanges.set(tx, { ...recordedChanges.get(tx), ...change });
}

/**
 * The last statement of each transaction of a call or a job: one that has written something and recorded nothing leaves
 * a line with the call and what was said. So no write is without one, even of a deed that records nothing itself, and
 * if the line can't be written, nothing is.
 */
export async function leaveTrace(tx: Db, now: Date): Promise<void> {
  const work = workAtHand();
  if (!work?.leavesTrace || recorded.has(tx)) return;
  const { numAffectedRows } = await insertTrace(
    tx,
    changedWork(work, recordedChanges.get(tx)),
    now,
    sql`where pg_current_xact_id_if_assigned() is not null`,
  );
  work.lines += Number(numAffectedRows ?? 0);
}

/** For what was written outside a transaction: the line comes after it, and the call fails without it. */
export async function leaveLateTrace(db: Db, work: WorkAtHand, now: Date): Promise<void> {
  await insertTrace(db, work, now, sql``);
  work.lines += 1;
}

interface Traced extends WorkAtHand {
  before?: Record<string, unknown> | undefined;
}

function changedWork(work: WorkAtHand, change: RecordedChange = {}): Traced {
  const targets = [...work.targets, ...(change.targets ?? [])];
  return {
    ...work,
    companyId: change.companyId ?? work.companyId,
    targets: [...new Map(targets.map((target) => [`${target.kind} ${target.id}`, target])).values()],
    before: change.before,
    said: change.after ?? work.said,
  };
}

function insertTrace(db: Db, work: Traced, now: Date, condition: ReturnType<typeof sql>) {
  return sql`
    insert into audit_event (at, what, user_id, company_id, role, actor, ip, device, request_id, targets, before, after)
    select ${now}::timestamptz, ${work.what}, ${work.userId}::bigint, ${work.companyId}::bigint, ${work.role}, ${work.actor}, ${work.ip},
      ${work.device}, ${work.requestId}, ${JSON.stringify(withBy(work.targets, work.by))}::jsonb,
      ${work.before === undefined ? null : JSON.stringify(work.before)}::jsonb,
      ${work.said === null ? null : JSON.stringify(work.said)}::jsonb
    ${condition}`.execute(db);
}

const WRITES = /\b(?:insert into|update|delete from)\s+(\w+)/i;
/**
 * What is no deed: locks (`for update of`), the log itself, and what the server keeps for its own work: questions and tries of
 * the second factor, counts of the day, the journal of what networks were sent and have answered, and of what was sent by webhooks or as reports.
 */
const NO_CHANGE = new Set([
  'of',
  'skip',
  'nowait',
  'audit_event',
  'account_check',
  'api_key_use',
  'channel_button',
  'channel_message',
  'channel_update',
  'day_count',
  'factor_challenge',
  'factor_try',
  'idempotent_request',
  'known_device',
  'network_command',
  'network_feed',
  'mailing_letter',
  'mailing_link',
  'mailing_sending',
  'paper_making',
  'queue_told',
  'session',
  'sms_code',
  'webhook_delivery',
]);

/** Tells the work at hand of a statement outside a transaction that writes. */
export function recordUntracedWrite(statement: string): void {
  const work = workAtHand();
  if (!work) return;
  const table = WRITES.exec(statement)?.[1]?.toLowerCase();
  if (table && !NO_CHANGE.has(table)) work.loose.add(table);
}
