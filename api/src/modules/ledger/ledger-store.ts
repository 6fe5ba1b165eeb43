import { sql } from 'kysely';
import pg from 'pg';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { columnsOf, textsOf, type Columns } from '../../db/columns.ts';
import { onlyRow, type Db } from '../../db/database.ts';
import { bigints } from '../../db/parameter.ts';
import type { AccountPlace, LockedAccount, Transfer } from './account.ts';
import type { KnownAccounts } from './known-accounts.ts';
import type { TransferPlan } from './plan-transfers.ts';

interface AccountRow {
  id: number;
  company_id: number;
  balance_kopecks: number;
  floor_kopecks: number | null;
}

/** How long a transaction waits for a company's money. */
const PATIENCE_MS = 10_000;

/**
 * Waits until nobody else moves money of these companies, and keeps everybody else waiting until the transaction ends
 * (docs/money.md). Accounts are read after it, by statements of their own. Throws (`lock_not_available`) where somebody
 * keeps a company's money for longer than `patienceMs`.
 */
export async function lockMoney(
  tx: Db,
  companyIds: readonly number[],
  patienceMs: number = PATIENCE_MS,
): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(patienceMs)}, true)`.execute(tx);
  await sql`
    select count(pg_advisory_xact_lock(hashtext('company-money'), company_id::int))
    from unnest(${bigints(inOrder(companyIds))}::bigint[]) as company_id`.execute(tx);
}

/**
 * As `lockMoney`, but leaves out the companies whose money is not free within `patienceMs`, and shows the transaction the
 * rows of the others only where it is a batch's (`magistral_posting`). Returns the others.
 */
export async function lockFreeMoney(
  tx: Db,
  companyIds: readonly number[],
  patienceMs: number,
): Promise<Set<number>> {
  const { locked } = await onlyRow(
    tx,
    sql<{ locked: number[] }>`
      select lock_free_money(${bigints(inOrder(companyIds))}::bigint[], ${patienceMs}::int) as locked`,
  );
  return new Set(locked);
}

/** Everybody locks in the order of the ids, so nobody waits in a ring. */
function inOrder(companyIds: readonly number[]): number[] {
  return [...new Set(companyIds)].sort((one, other) => one - other);
}

/** Accounts under the lock of their companies. */
export async function listAccounts(tx: Db, ids: readonly number[]): Promise<Map<number, LockedAccount>> {
  const listed = await columnsOf<AccountRow>(
    tx,
    ['id', 'company_id', 'balance_kopecks', 'floor_kopecks'],
    sql`
      select id, company_id, balance_kopecks, floor_kopecks from ledger_account
      where id = any(${bigints([...new Set(ids)])}::bigint[])`,
  );
  return accountsOf(listed);
}

/**
 * As `listAccounts`, by place; `known` knows their ids afterwards. A place without an account is missing in the result.
 */
export async function listPlaces(
  tx: Db,
  known: KnownAccounts,
  places: readonly AccountPlace[],
): Promise<Map<number, LockedAccount>> {
  const ids = places.map((place) => known.idAt(place));
  if (!ids.includes(undefined)) return listAccounts(tx, ids as number[]);
  const listed = await columnsOf<AccountRow & { place: number }>(
    tx,
    ['id', 'company_id', 'balance_kopecks', 'floor_kopecks', 'place'],
    sql`
    select account.id, account.company_id, account.balance_kopecks, account.floor_kopecks, asked.place
    from unnest(
      ${bigints(places.map((one) => one.companyId))}::bigint[], ${places.map((one) => one.kind)}::text[],
      ${places.map((one) => one.partnerId ?? 0)}::int[], ${bigints(places.map((one) => one.cardId ?? 0))}::bigint[]
    ) with ordinality as asked (company_id, kind, partner_id, card_id, place)
    join ledger_account account
      on account.company_id = asked.company_id and account.kind = asked.kind
      and coalesce(account.partner_id, 0) = asked.partner_id and coalesce(account.card_id, 0) = asked.card_id`,
  );
  for (const [index, id] of listed.id.entries()) {
    known.learn({ id, ...(places[(listed.place[index] as number) - 1] as AccountPlace) });
  }
  return accountsOf(listed);
}

function accountsOf(listed: Columns<AccountRow>): Map<number, LockedAccount> {
  const accounts = new Map<number, LockedAccount>();
  for (const [index, id] of listed.id.entries()) {
    const floor = listed.floor_kopecks[index] as number | null;
    accounts.set(id, {
      id,
      companyId: listed.company_id[index] as number,
      balance: kopecks(listed.balance_kopecks[index] as number),
      floor: floor === null ? null : kopecks(floor),
    });
  }
  return accounts;
}

/** Transfers posted before, by request id. */
export async function findPosted(tx: Db, requestIds: readonly string[]): Promise<Map<string, Transfer>> {
  const { rows } = await sql<Transfer & { subject_kind: Transfer['subject']['kind']; subject_id: number }>`
    select request_id as "requestId", kind, company_id as "companyId", from_account_id as "fromAccountId",
      to_account_id as "toAccountId", amount_kopecks as amount, subject_kind, subject_id
    from ledger_transfer where request_id = any(${requestIds}::text[])`.execute(tx);
  return new Map(
    rows.map(({ subject_kind, subject_id, ...said }) => [
      said.requestId,
      { ...said, subject: { kind: subject_kind, id: subject_id } },
    ]),
  );
}

/**
 * Writes balances, transfers and entries in one statement. Both entries of a transfer come from its own row, so
 * nothing is joined: joins over large arrays would become nested loops. Ids are drawn under the companies' locks, so an
 * account's entries are in the order of its transfers. A balance is written over what was read only: somebody
 * who has not waited for the lock may have changed it meanwhile, and then it would be null, which PostgreSQL refuses (`wasOvertaken`).
 */
export async function writePosting(
  tx: Db,
  now: Date,
  { found, transfers, changed }: Pick<TransferPlan, 'found' | 'transfers' | 'changed'>,
): Promise<void> {
  const accounts = [...changed.values()];
  await sql`
    with moved as (
      update ledger_account account set
        balance_kopecks = case when account.balance_kopecks = changed.before then changed.balance end,
        floor_kopecks = changed.floor
      from unnest(
        ${bigints(accounts.map((one) => one.id))}::bigint[], ${bigints(accounts.map((one) => one.balance))}::bigint[],
        ${bigints(accounts.map((one) => one.floor))}::bigint[], ${bigints(accounts.map(({ id }) => found.get(id)?.balance ?? null))}::bigint[]
      ) as changed (id, balance, floor, before)
      where account.id = changed.id
    ), said as materialized (
      select nextval('ledger_transfer_id_seq') as id, line.*
      from unnest(
        ${bigints(transfers.map((one) => one.companyId))}::bigint[], ${textsOf(transfers.map((one) => one.requestId))},
        ${textsOf(transfers.map((one) => one.kind))},
        ${bigints(transfers.map((one) => one.fromAccountId))}::bigint[], ${bigints(transfers.map((one) => one.toAccountId))}::bigint[],
        ${bigints(transfers.map((one) => one.amount))}::bigint[], ${bigints(transfers.map((one) => one.fromBefore))}::bigint[],
        ${bigints(transfers.map((one) => one.toBefore))}::bigint[], ${textsOf(transfers.map((one) => one.subject.kind))},
        ${bigints(transfers.map((one) => one.subject.id))}::bigint[]
      ) as line (company_id, request_id, kind, from_id, to_id, amount, from_before, to_before,
        subject_kind, subject_id)
    ), posted as (
      insert into ledger_transfer (id, company_id, request_id, kind, from_account_id, to_account_id, amount_kopecks,
        subject_kind, subject_id, posted_at)
      overriding system value
      select id, company_id, request_id, kind, from_id, to_id, amount, subject_kind, subject_id, ${now}::timestamptz
      from said
    )
    insert into ledger_entry (account_id, transfer_id, company_id, amount_kopecks, balance_before_kopecks, balance_after_kopecks)
    select leg.account_id, said.id, said.company_id, leg.amount, leg.before, leg.before + leg.amount
    from said cross join lateral (values
      (said.from_id, -said.amount, said.from_before), (said.to_id, said.amount, said.to_before)
    ) as leg (account_id, amount, before)`.execute(tx);
}

/** A balance was no longer what had been read; nothing was written. */
export function wasOvertaken(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === NOT_NULL_VIOLATION &&
    error.column === 'balance_kopecks'
  );
}

const NOT_NULL_VIOLATION = '23502';

/** Ids of a company's accounts by place, in the given order; throws for a place without an account. */
export async function requireAccounts(tx: Db, places: readonly AccountPlace[]): Promise<number[]> {
  const { rows } = await sql<{ place: number; id: number }>`
    select asked.place, account.id
    from unnest(
      ${bigints(places.map((one) => one.companyId))}::bigint[], ${places.map((one) => one.kind)}::text[],
      ${places.map((one) => one.partnerId ?? 0)}::int[], ${bigints(places.map((one) => one.cardId ?? 0))}::bigint[]
    ) with ordinality as asked (company_id, kind, partner_id, card_id, place)
    join ledger_account account
      on account.company_id = asked.company_id and account.kind = asked.kind
      and coalesce(account.partner_id, 0) = asked.partner_id and coalesce(account.card_id, 0) = asked.card_id`.execute(
    tx,
  );
  const found = new Map(rows.map((row) => [Number(row.place), row.id]));
  return places.map((place, index) => {
    const id = found.get(index + 1);
    if (id === undefined) throw new Error(`no ledger account at ${JSON.stringify(place)}`);
    return id;
  });
}

/** Opens accounts; existing ones are left unchanged. */
export async function insertAccounts(
  tx: Db,
  places: readonly (AccountPlace & { floor: Kopecks | null })[],
): Promise<void> {
  await sql`
    insert into ledger_account (company_id, kind, partner_id, card_id, floor_kopecks)
    select company_id, kind, partner_id, card_id, floor
    from unnest(
      ${bigints(places.map((one) => one.companyId))}::bigint[], ${places.map((one) => one.kind)}::text[],
      ${places.map((one) => one.partnerId ?? null)}::int[], ${bigints(places.map((one) => one.cardId ?? null))}::bigint[],
      ${bigints(places.map((one) => one.floor))}::bigint[]
    ) as opened (company_id, kind, partner_id, card_id, floor)
    on conflict do nothing`.execute(tx);
}
