import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';

/**
 * Takes back the seals of the next accounts from the day on which an entry was added after the day had been sealed: the
 * clock went back, or its transaction was very long. Returns the accounts. Readings were right meanwhile, for they read what
 * comes after the newest seal. What is new is looked up account by account (`offset 0`, `limit 1`), never by reading the past.
 */
export async function takeBackSeals(
  db: Db,
  { after, accounts }: { after: number; accounts: number },
): Promise<number[]> {
  const taken = await rows(
    db,
    sql<{ account_id: number }>`
      with account as materialized (
        select id, company_id from ledger_account where id > ${after} order by id limit ${accounts}
      ), late as (
        select account.company_id, account.id as account_id,
          min((transfer.posted_at at time zone 'Europe/Moscow')::date) as day
        from account
        cross join lateral (
          select day, last_transfer_id from account_day
          where company_id = account.company_id and account_id = account.id order by day desc limit 1
        ) newest
        cross join lateral (
          select transfer_id from ledger_entry
          where account_id = account.id and company_id = account.company_id and transfer_id > newest.last_transfer_id
          offset 0
        ) entry
        cross join lateral (
          select posted_at from ledger_transfer where id = entry.transfer_id and company_id = account.company_id
          limit 1
        ) transfer
        where (transfer.posted_at at time zone 'Europe/Moscow')::date <= newest.day
        group by account.company_id, account.id
      )
      delete from account_day seal using late
      where seal.company_id = late.company_id and seal.account_id = late.account_id and seal.day >= late.day
      returning seal.account_id`,
  );
  return [...new Set(taken.map((one) => one.account_id))];
}
