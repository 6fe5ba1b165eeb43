import { sql } from 'kysely';
import { onlyRow, type Db } from '../../../db/database.ts';

export interface SealedBatch {
  /** The last account that was looked at; null when there are no more. */
  reach: number | null;
  sealed: number;
  /** Accounts with more entries than were read. */
  unfinished: number;
}

/**
 * Seals the days before `today` of the next accounts, from at most `most` entries of each. It reads what is committed and
 * locks nothing: an account's entries become visible in the order of their transfers, so what is still on its way comes
 * after the seal's last transfer, and everybody who reads adds it. A day whose entries lie among those of another day gets
 * no seal, and an account with an entry of a day that is sealed already gets none before `takeBackSeals`.
 * The transfer of each entry is looked up by itself (`limit 1`): the planner reckons with `most` entries of each account, and
 * would rather read the whole past.
 */
export async function sealAccountDays(
  db: Db,
  args: { after: number; accounts: number; most: number; today: string },
): Promise<SealedBatch> {
  return onlyRow(
    db,
    sql<SealedBatch>`
      with account as materialized (
        select id, company_id from ledger_account where id > ${args.after} order by id limit ${args.accounts}
      ), tail as materialized (
        select account.id as account_id, account.company_id, newest.day as sealed, entry.*,
          (transfer.posted_at at time zone 'Europe/Moscow')::date as day
        from account
        left join lateral (
          select day, last_transfer_id from account_day
          where company_id = account.company_id and account_id = account.id order by day desc limit 1
        ) newest on true
        cross join lateral (
          select transfer_id, amount_kopecks, balance_after_kopecks from ledger_entry
          where account_id = account.id and company_id = account.company_id
            and transfer_id > coalesce(newest.last_transfer_id, 0)
          order by transfer_id limit ${args.most}
        ) entry
        cross join lateral (
          select posted_at from ledger_transfer where id = entry.transfer_id and company_id = account.company_id
          limit 1
        ) transfer
      ), of_day as (
        select account_id, company_id, sealed, day, min(transfer_id) as first, count(*) as entries,
          max(array[transfer_id, balance_after_kopecks]) as last,
          coalesce(sum(amount_kopecks) filter (where amount_kopecks > 0), 0) as came_in,
          coalesce(-sum(amount_kopecks) filter (where amount_kopecks < 0), 0) as went_out
        from tail group by account_id, company_id, sealed, day
      ), placed as (
        select account_id, company_id, day, max(last) over upto as last,
          min(first) over (partition by account_id order by day rows between 1 following and unbounded following) as next,
          sum(came_in) over upto as came_in, sum(went_out) over upto as went_out,
          sum(entries) over whole >= ${args.most} as unfinished, max(day) over whole as newest,
          coalesce(bool_or(day <= sealed) over whole, false) as late
        from of_day
        window upto as (partition by account_id order by day), whole as (partition by account_id)
      ), sealed as (
        insert into account_day (company_id, account_id, day, closing_kopecks, in_kopecks, out_kopecks, last_transfer_id)
        select company_id, account_id, day, last[2], came_in - coalesce(lag(came_in) over of_account, 0),
          went_out - coalesce(lag(went_out) over of_account, 0), last[1]
        from placed
        where day < ${args.today}::date and (next is null or next > last[1]) and not late
          and (day < newest or not unfinished)
        window of_account as (partition by account_id order by day)
        on conflict do nothing
        returning account_id
      )
      select (select max(id) from account) as reach, (select count(*) from sealed) as sealed,
        (select count(distinct account_id) from placed where unfinished and not late) as unfinished`,
  );
}
