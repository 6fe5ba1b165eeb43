import { sql } from 'kysely';
import { firstRow, getOnlyRow, type Db } from '../../../db/database.ts';
import { selectIndebtedSince } from '../../money/transfers/credit.ts';

/** The movement up to which all are counted; null while another process is counting. Its row is locked. */
export async function lockProgress(tx: Db): Promise<number | null> {
  const row = await firstRow(
    tx,
    sql<{ transfer_id: number }>`select transfer_id from client_standing_reach for no key update skip locked`,
  );
  return row?.transfer_id ?? null;
}

/**
 * Counts up where the money of those companies stands that have moved any after `reach`, at most `max` ids further.
 * Returns the new reach: movements younger than `settled` are counted again, for one with a lower id may still be on its
 * way.
 */
export async function countUp(
  tx: Db,
  args: { reach: number; max: number; settled: Date },
): Promise<{ reach: number; last: number }> {
  const until = args.reach + args.max;
  await sql`
    insert into client_standing (company_id, unallocated_kopecks, own_kopecks, fuel_debt_kopecks, indebted_since, moved_at)
    select company.id, coalesce(account.balance_kopecks, 0), greatest(0, sums.own), -sums.debt,
      case when account.balance_kopecks < 0 then coalesce(began.posted_at, known.indebted_since) end, moved.at
    from (
      select company_id, max(posted_at) as at from ledger_transfer
      where id > ${args.reach} and id <= ${until} group by company_id
    ) moved
    join company on company.id = moved.company_id
    left join ledger_account account on account.company_id = company.id and account.kind = 'unallocated'
    left join client_standing known on known.company_id = company.id
    cross join lateral (
      select coalesce(sum(balance_kopecks) filter (where kind in ('unallocated', 'in-transit', 'card', 'partner', 'debt', 'hold')), 0)::bigint as own,
        coalesce(sum(balance_kopecks) filter (where kind = 'debt'), 0)::bigint as debt
      from ledger_account of_company where of_company.company_id = company.id
    ) sums
    ${selectIndebtedSince(sql`(known.indebted_since is null or ${changedSince(args.reach)})`)}
    on conflict (company_id) do update set unallocated_kopecks = excluded.unallocated_kopecks,
      own_kopecks = excluded.own_kopecks, fuel_debt_kopecks = excluded.fuel_debt_kopecks,
      indebted_since = excluded.indebted_since, moved_at = greatest(client_standing.moved_at, excluded.moved_at)`.execute(
    tx,
  );
  return getOnlyRow(
    tx,
    sql<{ reach: number; last: number }>`
      select least(${until}::bigint, last.id, coalesce(young.id - 1, last.id)) as reach, last.id as last
      from (select coalesce(max(id), 0) as id from ledger_transfer) last,
        (select min(id) as id from ledger_transfer
          where id > ${args.reach} and id <= ${until} and posted_at > ${args.settled}) young`,
  );
}

/** Outgoing money of an account in debt does not change when its debt began. */
function changedSince(reach: number) {
  return sql`exists (
    select from ledger_entry arrived
    where arrived.account_id = account.id and arrived.transfer_id > ${reach} and arrived.amount_kopecks > 0)`;
}

export async function moveProgress(tx: Db, reach: number): Promise<void> {
  await sql`update client_standing_reach set transfer_id = ${reach} where transfer_id < ${reach}`.execute(tx);
}
