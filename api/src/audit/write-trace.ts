import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { withActor } from './with-actor.ts';
import { currentWork, type Target, type CurrentWork } from '../lib/current-work.ts';

/** Transactions that have recorded an event themselves. */
const recorded = new WeakSet<Db>();

export function markRecorded(tx: Db): void {
  recorded.add(tx);
}

export interface RecordedChange {
  targets?: readonly Target[];
  /** Company whose log it belongs to, when it is not the caller's own. */
  companyId?: number;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

const recordedChanges = new WeakMap<Db, RecordedChange>();

/**
 * Adds the values before and after to the line of this transaction. Records only what has changed, and never secrets.
 */
export function recordChange(tx: Db, change: RecordedChange): void {
  recordedChanges.set(tx, { ...recordedChanges.get(tx), ...change });
}

/**
 * Runs as the last statement of each transaction of a call or a job. A transaction that has written something but
 * recorded nothing gets a line with the call and its input. So no write is without a line, even if its action records
 * nothing itself. If the line can't be written, nothing is.
 */
export async function writeTrace(tx: Db, now: Date): Promise<void> {
  const work = currentWork();
  if (!work?.leavesTrace || recorded.has(tx)) return;
  const { numAffectedRows } = await insertTrace(
    tx,
    changedWork(work, recordedChanges.get(tx)),
    now,
    sql`where pg_current_xact_id_if_assigned() is not null`,
  );
  work.lines += Number(numAffectedRows ?? 0);
}

/** Records writes made outside a transaction. The line comes after the write, and the call fails without it. */
export async function writeLateTrace(db: Db, work: CurrentWork, now: Date): Promise<void> {
  await insertTrace(db, work, now, sql``);
  work.lines += 1;
}

interface TracedWork extends CurrentWork {
  before?: Record<string, unknown> | undefined;
}

function changedWork(work: CurrentWork, change: RecordedChange = {}): TracedWork {
  const targets = [...work.targets, ...(change.targets ?? [])];
  return {
    ...work,
    companyId: change.companyId ?? work.companyId,
    targets: [...new Map(targets.map((target) => [`${target.kind} ${target.id}`, target])).values()],
    before: change.before,
    input: change.after ?? work.input,
  };
}

function insertTrace(db: Db, work: TracedWork, now: Date, condition: ReturnType<typeof sql>) {
  return sql`
    insert into audit_event (at, what, user_id, company_id, role, actor, ip, device, request_id, targets, before, after)
    select ${now}::timestamptz, ${work.what}, ${work.userId}::bigint, ${work.companyId}::bigint, ${work.role}, ${work.actor}, ${work.ip},
      ${work.device}, ${work.requestId}, ${JSON.stringify(withActor(work.targets, work.by))}::jsonb,
      ${work.before === undefined ? null : JSON.stringify(work.before)}::jsonb,
      ${work.input === null ? null : JSON.stringify(work.input)}::jsonb
    ${condition}`.execute(db);
}

const WRITES = /\b(?:insert into|update|delete from)\s+(\w+)/i;
/**
 * Statements that are no audited change: locks (`for update of`), the log itself, and the server's own working data.
 * These are questions and attempts of the second factor, daily counts, the journal of commands sent to networks with
 * their answers, and the journals of webhooks and reports sent.
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
  'sign_in_challenge',
  'sms_code',
  'webhook_delivery',
]);

/** Adds a writing statement outside a transaction to the current work. */
export function recordUntracedWrite(statement: string): void {
  const work = currentWork();
  if (!work) return;
  const table = WRITES.exec(statement)?.[1]?.toLowerCase();
  if (table && !NO_CHANGE.has(table)) work.loose.add(table);
}
