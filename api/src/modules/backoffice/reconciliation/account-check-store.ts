import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';
import { encodeBigints } from '../../../db/parameter.ts';

/** Checked state of an account's entries up to one of them. */
export interface CheckedAccount {
  accountId: number;
  companyId: number;
  last: number;
  balance: number;
  entries: number;
  checksum: bigint;
}

/** Next accounts with the stored results of the check, or zeros if there are none. */
export async function listChecked(
  db: Db,
  { after, upto, max }: { after: number; upto: number | null; max: number },
): Promise<CheckedAccount[]> {
  const found = await rows(
    db,
    sql<Omit<CheckedAccount, 'checksum'> & { checksum: string }>`
      select account.id as "accountId", account.company_id as "companyId", coalesce(checked.last_transfer_id, 0) as last,
        coalesce(checked.balance_kopecks, 0) as balance, coalesce(checked.entries, 0) as entries,
        coalesce(checked.checksum, 0)::text as checksum
      from ledger_account account left join account_check checked
        on checked.company_id = account.company_id and checked.account_id = account.id
      where account.id > ${after} and (${upto === null} or account.id <= ${upto ?? 0})
      order by account.id limit ${max}`,
  );
  return found.map((row) => ({ ...row, checksum: BigInt(row.checksum) }));
}

interface EntryProblem {
  kind: EntryProblemKind;
  details: Record<string, unknown>;
}

type EntryProblemKind =
  | 'entry-without-a-transfer'
  | 'broken-chain'
  | 'entry-of-another-company'
  | 'transfer-without-its-entries';

export interface AccountEnd {
  accountId: number;
  last: number;
  balance: number;
  entries: number;
  checksum: bigint;
  /** Ids of the transfers that went out of the account. */
  transferIds: number[];
  problems: EntryProblem[];
}

/** Maximum number of reports of each problem of an account. */
const MAX_FINDINGS = 20;

/**
 * Reads the entries of accounts after the checked ones, at most `max` of each, and checks them. Each follows the
 * previous one and belongs to its transfer, with the other side present. Accounts without such entries are left out.
 * Each transfer is selected by itself (`limit 1`), because the planner expects `max` entries of each account and would
 * read the whole past.
 */
export async function readAccountEnds(
  db: Db,
  known: readonly CheckedAccount[],
  { max, upto }: { max: number; upto: readonly number[] | null },
): Promise<AccountEnd[]> {
  const found = await rows(
    db,
    sql<Omit<AccountEnd, 'checksum'> & { checksum: string }>`
      with entry as (
        select known.company, entry.*, coalesce(
          lag(entry.balance_after_kopecks) over (partition by entry.account_id order by entry.transfer_id),
          known.balance) as expected
        from unnest(
          ${encodeBigints(known.map((checked) => checked.accountId))}::bigint[], ${encodeBigints(known.map((checked) => checked.companyId))}::bigint[],
          ${encodeBigints(known.map((checked) => checked.last))}::bigint[], ${encodeBigints(known.map((checked) => checked.balance))}::bigint[],
          ${encodeBigints(upto ?? known.map(() => Number.MAX_SAFE_INTEGER))}::bigint[]
        ) as known (id, company, last, balance, upto)
        cross join lateral (
          select * from ledger_entry where account_id = known.id and transfer_id > known.last and transfer_id <= known.upto
          order by transfer_id limit ${max}
        ) entry
      ), judged as (
        select entry.*, case
            when transfer.id is null or entry.account_id not in (transfer.from_account_id, transfer.to_account_id)
              then 'entry-without-a-transfer'
            when entry.company_id <> entry.company or transfer.company_id <> entry.company then 'entry-of-another-company'
            when entry.balance_before_kopecks <> entry.expected then 'broken-chain'
            when other.amount_kopecks is distinct from -entry.amount_kopecks or entry.amount_kopecks <> case
                when entry.account_id = transfer.from_account_id then -transfer.amount_kopecks else transfer.amount_kopecks end
              then 'transfer-without-its-entries'
          end as problem,
          hashtextextended(concat_ws('|', entry.transfer_id, entry.company_id, entry.amount_kopecks, entry.balance_before_kopecks,
            entry.balance_after_kopecks, transfer.company_id, transfer.request_id, transfer.kind, transfer.from_account_id,
            transfer.to_account_id, transfer.amount_kopecks, transfer.subject_kind, transfer.subject_id,
            extract(epoch from transfer.posted_at)), 0) as hash
        from entry
        left join lateral (select * from ledger_transfer where id = entry.transfer_id limit 1) transfer on true
        left join lateral (
          select amount_kopecks from ledger_entry where transfer_id = transfer.id and account_id = case
            when entry.account_id = transfer.from_account_id then transfer.to_account_id else transfer.from_account_id end
          limit 1
        ) other on true
      )
      select account_id as "accountId", max(transfer_id) as last, count(*) as entries, sum(hash)::text as checksum,
        (array_agg(balance_after_kopecks order by transfer_id desc))[1] as balance,
        coalesce(array_agg(transfer_id) filter (where amount_kopecks < 0), '{}') as "transferIds",
        coalesce(to_jsonb((array_agg(jsonb_build_object('kind', problem, 'details',
          jsonb_build_object('companyId', company, 'accountId', account_id, 'transferId', transfer_id) ||
            case problem when 'broken-chain' then jsonb_build_object('beforeKopecks', balance_before_kopecks,
              'expectedKopecks', expected) else '{}' end)) filter (where problem is not null))[1:${MAX_FINDINGS}::int]), '[]') as problems
      from judged group by account_id`,
  );
  return found.map((row) => ({ ...row, checksum: BigInt(row.checksum) }));
}

export async function listBalances(db: Db, accountIds: readonly number[]): Promise<Map<number, number>> {
  const found = await rows(
    db,
    sql<{ id: number; balance: number }>`
      select id, balance_kopecks as balance from ledger_account where id = any(${encodeBigints(accountIds)}::bigint[])`,
  );
  return new Map(found.map((item) => [item.id, item.balance]));
}

/** Returns the subjects that the transfers belong to, by kind of subject. */
export async function listSubjects(db: Db, transferIds: readonly number[]): Promise<Map<string, number[]>> {
  const found = await rows(
    db,
    sql<{ kind: string; ids: number[] }>`
      select subject_kind as kind, array_agg(distinct subject_id) as ids from ledger_transfer
      where id = any(${encodeBigints(transferIds)}::bigint[]) group by subject_kind`,
  );
  return new Map(found.map((item) => [item.kind, item.ids]));
}

/** The invoices that payments have paid. */
export async function listPaidInvoices(db: Db, paymentIds: readonly number[]): Promise<number[]> {
  const found = await rows(
    db,
    sql<{ id: number }>`
      select invoice_id as id from bank_payment
      where id = any(${encodeBigints(paymentIds)}::bigint[]) and invoice_id is not null
      union
      select invoice_id from payment_part where payment_id = any(${encodeBigints(paymentIds)}::bigint[])`,
  );
  return found.map((item) => item.id);
}

/** Stores what was found correct. If another process has got further, its record stays. */
export async function writeChecked(db: Db, checked: readonly CheckedAccount[]): Promise<void> {
  if (checked.length === 0) return;
  await sql`
    insert into account_check (company_id, account_id, last_transfer_id, balance_kopecks, entries, checksum)
    select * from unnest(
      ${encodeBigints(checked.map((item) => item.companyId))}::bigint[], ${encodeBigints(checked.map((item) => item.accountId))}::bigint[],
      ${encodeBigints(checked.map((item) => item.last))}::bigint[], ${encodeBigints(checked.map((item) => item.balance))}::bigint[],
      ${encodeBigints(checked.map((item) => item.entries))}::bigint[],
      ${checked.map((item) => String(item.checksum))}::numeric[])
    on conflict (company_id, account_id) do update set last_transfer_id = excluded.last_transfer_id,
      balance_kopecks = excluded.balance_kopecks, entries = excluded.entries, checksum = excluded.checksum
    where account_check.last_transfer_id < excluded.last_transfer_id`.execute(db);
}
