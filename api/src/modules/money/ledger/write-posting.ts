import { sql } from 'kysely';
import { toTextArray } from '../../../db/columns.ts';
import type { Db } from '../../../db/database.ts';
import { bigints } from '../../../db/parameter.ts';
import type { TransferPlan } from './plan-transfers.ts';

/**
 * Writes balances, transfers and entries in one statement. Both entries of a transfer come from its own row, so nothing
 * is joined: joins over large arrays would become nested loops. Ids are drawn under the companies' locks, so an
 * account's entries are in the order of its transfers. A balance is written only over the one that was read. A
 * transaction that did not wait for the lock may have changed it; then it would be null, which PostgreSQL refuses
 * (`wasOvertaken`).
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
        ${bigints(accounts.map((account) => account.id))}::bigint[], ${bigints(accounts.map((account) => account.balance))}::bigint[],
        ${bigints(accounts.map((account) => account.floor))}::bigint[], ${bigints(accounts.map(({ id }) => found.get(id)?.balance ?? null))}::bigint[]
      ) as changed (id, balance, floor, before)
      where account.id = changed.id
    ), said as materialized (
      select nextval('ledger_transfer_id_seq') as id, line.*
      from unnest(
        ${bigints(transfers.map((transfer) => transfer.companyId))}::bigint[], ${toTextArray(transfers.map((transfer) => transfer.requestId))},
        ${toTextArray(transfers.map((transfer) => transfer.kind))},
        ${bigints(transfers.map((transfer) => transfer.fromAccountId))}::bigint[], ${bigints(transfers.map((transfer) => transfer.toAccountId))}::bigint[],
        ${bigints(transfers.map((transfer) => transfer.amount))}::bigint[], ${bigints(transfers.map((transfer) => transfer.fromBefore))}::bigint[],
        ${bigints(transfers.map((transfer) => transfer.toBefore))}::bigint[], ${toTextArray(transfers.map((transfer) => transfer.subject.kind))},
        ${bigints(transfers.map((transfer) => transfer.subject.id))}::bigint[]
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
