import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { listChecked, readAccountEnds, type CheckedAccount } from './account-check-store.ts';
import { withSnapshot } from './check-log.ts';
import { encodeBigints } from '../../../db/parameter.ts';
import { getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { Difference } from './difference.ts';
import type { Part, PartTable } from './checked-part.ts';

const ACCOUNTS = 200;
const ENTRIES = 20_000;
const MAX_FINDINGS = 20;

/** Checks that entries equal what the check has stored of them, and that sealed days equal the entries. */
export async function checkOldAccounts(
  ctx: Context,
  { after, upto }: { after: number; upto: number | null },
): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (let reach = after; ;) {
    const batch = await listChecked(ctx.db.system, { after: reach, upto, max: ACCOUNTS });
    if (batch.length === 0) return differences;
    for (const checked of batch)
      if (checked.last > 0) differences.push(...(await checkOldAccount(ctx, checked)));
    const until = batch.at(-1)?.accountId ?? 0;
    differences.push(...(await checkSeals(ctx.db.system, { after: reach, upto: until })));
    reach = until;
  }
}

async function checkOldAccount(ctx: Context, checked: CheckedAccount): Promise<Difference[]> {
  const differences: Difference[] = [];
  let read: CheckedAccount = { ...checked, last: 0, balance: 0, entries: 0, checksum: 0n };
  for (let more = true; more;) {
    const [tail] = await withSnapshot(ctx, (tx) =>
      readAccountEnds(tx, [read], { max: ENTRIES, upto: [checked.last] }),
    );
    if (!tail) break;
    more = tail.entries >= ENTRIES;
    differences.push(...tail.problems);
    const { last, balance } = tail;
    const entries = read.entries + tail.entries;
    read = { ...read, last, balance, entries, checksum: read.checksum + tail.checksum };
  }
  if (read.checksum !== checked.checksum || read.entries !== checked.entries || read.last !== checked.last)
    differences.push({
      kind: 'entries-changed',
      details: { companyId: checked.companyId, accountId: checked.accountId, transferId: checked.last },
    });
  return differences.slice(0, MAX_FINDINGS);
}

/** Ids above `after`, up to `upto`. */
type IdRange = Record<PartTable, { after: number; upto: number }>;

export function toPart(range: IdRange): Part {
  return {
    whole: false,
    of: (table, column) => sql`(${column} > ${range[table].after} and ${column} <= ${range[table].upto})`,
  };
}

const TABLE: Record<PartTable, string> = {
  account: 'ledger_account',
  transfer: 'ledger_transfer',
  operation: 'operation',
  payment: 'bank_payment',
  return: 'advance_return',
  correction: 'correction',
  invoice: 'invoice',
  distribution: 'distribution',
  card: 'card',
  company: 'company',
};

/** Returns the progress of the rolling pass in each table, and the table's highest id. */
async function listProgress(db: Db): Promise<Record<PartTable, { reach: number; last: number }>> {
  const reached = await rows(db, sql<{ part: string; reach: number }>`select part, reach from check_reach`);
  const reaches = new Map(reached.map((item) => [item.part, item.reach]));
  const found: [string, { reach: number; last: number }][] = [];
  for (const [part, table] of Object.entries(TABLE)) {
    const { last } = await getOnlyRow(
      db,
      sql<{ last: number }>`select coalesce(max(id), 0) as last from ${sql.table(table)}`,
    );
    found.push([part, { reach: reaches.get(part) ?? 0, last }]);
  }
  return Object.fromEntries(found) as Record<PartTable, { reach: number; last: number }>;
}

export async function moveAllProgress(
  tx: Db,
  reaches: Readonly<Partial<Record<PartTable, number>>>,
): Promise<void> {
  await sql`
    insert into check_reach (part, reach)
    select * from unnest(${Object.keys(reaches)}::text[], ${encodeBigints(Object.values(reaches))}::bigint[])
    on conflict (part) do update set reach = excluded.reach`.execute(tx);
}

/**
 * Number of nights in which everything is read again. A range is a little longer, because the tables grow meanwhile.
 */
const NIGHTS = 7;

export interface OldPart {
  range: IdRange;
  /** Progress in each table when the report is stored. */
  reaches: Record<PartTable, number>;
}

/** Chooses what tonight reads again: the next range of every table, from the beginning after its end was reached. */
export async function chooseOldPart(ctx: Context): Promise<OldPart> {
  const range: [string, IdRange[PartTable]][] = [];
  const reaches: [string, number][] = [];
  for (const [part, { reach, last }] of Object.entries(await listProgress(ctx.db.system))) {
    const upto = reach + Math.ceil(last / (NIGHTS - 1));
    range.push([part, { after: reach, upto }]);
    reaches.push([part, upto >= last ? 0 : upto]);
  }
  return {
    range: Object.fromEntries(range) as IdRange,
    reaches: Object.fromEntries(reaches) as Record<PartTable, number>,
  };
}

const CHECK_SEALS_MAX_FINDINGS = 20;

/**
 * Finds sealed days of accounts (ids above `after`, up to `upto`) that differ from the entries up to them, and the
 * newest sums by kind that differ from the transfers.
 */
async function checkSeals(db: Db, { after, upto }: { after: number; upto: number }): Promise<Difference[]> {
  const found = await rows(
    db,
    sql<Record<string, unknown>>`
      select seal.company_id as "companyId", seal.account_id as "accountId", seal.day::text as day,
        seal.closing_kopecks as "balanceKopecks", entry.balance_after_kopecks as "entriesKopecks"
      from (
        select account_day.*, lag(closing_kopecks) over (partition by account_id order by day) as opening
        from ledger_account account join account_day on account_day.company_id = account.company_id
          and account_day.account_id = account.id
        where account.id > ${after} and account.id <= ${upto}
      ) seal
      left join ledger_entry entry on entry.account_id = seal.account_id and entry.transfer_id = seal.last_transfer_id
        and entry.company_id = seal.company_id
      left join ledger_transfer transfer on transfer.id = seal.last_transfer_id and transfer.company_id = seal.company_id
      where entry.balance_after_kopecks is distinct from seal.closing_kopecks
        or coalesce(seal.opening, 0) + seal.in_kopecks - seal.out_kopecks <> seal.closing_kopecks
        or (transfer.posted_at at time zone 'Europe/Moscow')::date > seal.day
      order by seal.account_id, seal.day limit ${CHECK_SEALS_MAX_FINDINGS}`,
  );
  return [...found, ...(await listWrongSums(db, { after, upto }))].map((details) => ({
    kind: 'seal-not-its-entries',
    details,
  }));
}

/** Each seal's sums by kind follow from the ones before, so the newest seal of an account shows a fault of any. */
function listWrongSums(
  db: Db,
  { after, upto }: { after: number; upto: number },
): Promise<Record<string, unknown>[]> {
  return rows(
    db,
    sql<Record<string, unknown>>`
      select account.company_id as "companyId", account.id as "accountId", seal.day::text as day,
        seal.closing_kopecks as "balanceKopecks"
      from ledger_account account
      cross join lateral (
        select day, closing_kopecks, last_transfer_id, by_kind from account_day
        where company_id = account.company_id and account_id = account.id and by_kind is not null
        order by day desc limit 1
      ) seal
      cross join lateral (
        select jsonb_object_agg(kind, kopecks) as by_kind from (
          select transfer.kind, sum(entry.amount_kopecks)::bigint as kopecks
          from ledger_entry entry
          cross join lateral (
            select kind from ledger_transfer where id = entry.transfer_id and company_id = entry.company_id limit 1
          ) transfer
          where entry.account_id = account.id and entry.company_id = account.company_id
            and entry.transfer_id <= seal.last_transfer_id
          group by transfer.kind
        ) moved
      ) posted
      where account.id > ${after} and account.id <= ${upto} and account.kind = 'programme'
        and seal.by_kind is distinct from posted.by_kind
      order by account.id limit ${CHECK_SEALS_MAX_FINDINGS}`,
  );
}
