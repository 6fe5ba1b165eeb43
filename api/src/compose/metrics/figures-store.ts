import { sql } from 'kysely';
import { OPERATION_STATUS, SANDBOX_NETWORK } from '#contract/ids.ts';
import { getOnlyRow, rows, type Db } from '../../db/database.ts';
import { UNREADABLE, UNKNOWN_CARD } from '../../modules/fuel/sales/unmatched-sales.ts';
import { MOVEMENTS, UNCLEAR_AFTER_SECONDS } from '../../modules/cards/commands/unclear-movement.ts';

/**
 * Counts of waiting and failed work over all processes. They are read at a scrape, each by an index or from a short
 * table.
 */
export interface Figures {
  queue: { task: string; ready: number; oldest_seconds: number; failed: number }[];
  feeds: { network: number; age_seconds: number | null }[];
  movements: { network: number; count: number; oldest_seconds: number; unclear: number }[];
  orphans: { reason: 'unknown_card' | 'refused' | 'illegible'; count: number }[];
  letters: { waiting: number; oldest_seconds: number; sent: number; refused: number };
  payments: { direction: 'in' | 'out'; count: number }[];
  /** Progress of comparing each network's cards (decision 68). */
  cards: { network: number; due: number; listed: number; oldest_seconds: number }[];
  /** State of the parts of the ledger (decision 60): rows outside of all parts, and since when the next part is overdue. */
  ledger: { parts: number; strays: number; late_seconds: number };
  /** Seconds since 1970. Null means that none was ever clean. */
  lastCleanAt: number | null;
  lastDifferences: number | null;
}

/** A scrape must not be what hurts. */
const TIMEOUT_MS = 2000;

/** Reads all figures or throws. */
export async function readFigures(tx: Db, now: Date): Promise<Figures> {
  await sql`select set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`.execute(tx);
  const reconciliation = await readReconciliations(tx);
  return {
    queue: await readQueue(tx),
    feeds: await readFeeds(tx, now),
    movements: await readMovements(tx, now),
    orphans: await countUnmatched(tx),
    letters: await countEmails(tx, now),
    payments: await countPayments(tx),
    cards: await readComparisons(tx, now),
    ledger: await readLedgerParts(tx, now),
    lastCleanAt: reconciliation.clean_at,
    lastDifferences: reconciliation.differences,
  };
}

/** The queue lives by the database's clock. */
function readQueue(tx: Db) {
  return rows(
    tx,
    sql<Figures['queue'][number]>`
      select task, ready, coalesce(extract(epoch from now() - oldest_ready_at), 0)::float8 as oldest_seconds, failed
      from queue_load()`,
  );
}

function readFeeds(tx: Db, now: Date) {
  return rows(
    tx,
    sql<Figures['feeds'][number]>`
      select partner_id as network, extract(epoch from ${now}::timestamptz - read_at)::float8 as age_seconds
      from network_feed where partner_id <> ${SANDBOX_NETWORK}`,
  );
}

function readMovements(tx: Db, now: Date) {
  return rows(
    tx,
    sql<Figures['movements'][number]>`
      select partner_id as network, count(*) as count,
        extract(epoch from ${now}::timestamptz - min(created_at))::float8 as oldest_seconds,
        count(*) filter (where created_at <= ${now}::timestamptz - make_interval(secs => ${UNCLEAR_AFTER_SECONDS})) as unclear
      from operation
      where status_id = ${sql.lit(OPERATION_STATUS.inProgress)} and type_id = any(${MOVEMENTS}::int[])
        and partner_id <> ${SANDBOX_NETWORK}
      group by partner_id`,
  );
}

function countUnmatched(tx: Db) {
  return rows(
    tx,
    sql<Figures['orphans'][number]>`
      select case when external_id like ${`${UNREADABLE}%`} then 'illegible'
        when reason = ${UNKNOWN_CARD} then 'unknown_card' else 'refused' end as reason, count(*) as count
      from network_orphan
      where booked_at is null and closed_at is null and partner_id <> ${SANDBOX_NETWORK} group by 1`,
  );
}

/** Counts emails. It counts ended ones of one day only, because the whole table grows with the years. */
function countEmails(tx: Db, now: Date) {
  return getOnlyRow(
    tx,
    sql<Figures['letters']>`
      select waiting.*, ended.* from (
        select count(*) as waiting,
          coalesce(extract(epoch from ${now}::timestamptz - min(created_at)), 0)::float8 as oldest_seconds
        from letter where state = 'waiting') waiting,
        (select count(*) filter (where state = 'sent') as sent, count(*) filter (where state = 'refused') as refused
        from letter where ended_at > ${now}::timestamptz - interval '1 day') ended`,
  );
}

function countPayments(tx: Db) {
  return rows(
    tx,
    sql<Figures['payments'][number]>`
      select 'in' as direction, count(*) as count from bank_payment where state in ('review', 'refund')
      union all
      select 'out', count(*) from advance_return where state = 'review'`,
  );
}

/** More that wait are not counted: a scrape reads no table that grows with the cards. */
const MAX_COUNTED_DUE = 100_000;

/** Every card that does not wait as due was compared since the last whole pass began. */
function readComparisons(tx: Db, now: Date) {
  return rows(
    tx,
    sql<Figures['cards'][number]>`
      select pass.partner_id as network, pass.listed,
        extract(epoch from ${now}::timestamptz - coalesce(pass.whole_since, pass.first_at))::float8 as oldest_seconds,
        (select count(*) from (select from card_comparison due
          where due.is_due and due.partner_id = pass.partner_id limit ${MAX_COUNTED_DUE}) counted) as due
      from card_pass pass`,
  );
}

function readLedgerParts(tx: Db, now: Date) {
  return getOnlyRow(
    tx,
    sql<Figures['ledger']>`
      select count(turned_at) + 1 as parts,
        (select count(*) from ledger_transfer_stray) + (select count(*) from ledger_entry_stray) as strays,
        coalesce(greatest(0, extract(epoch from ${now}::timestamptz
          - min(month) filter (where turned_at is null)::timestamp at time zone 'Europe/Moscow')), 0)::float8 as late_seconds
      from ledger_part`,
  );
}

/** The table is small, because each night adds one report. */
function readReconciliations(tx: Db) {
  return getOnlyRow(
    tx,
    sql<{ clean_at: number | null; differences: number | null }>`
      select
        (select extract(epoch from finished_at)::float8 from reconciliation_run where differences = 0
          order by id desc limit 1) as clean_at,
        (select differences from reconciliation_run order by id desc limit 1) as differences`,
  );
}
