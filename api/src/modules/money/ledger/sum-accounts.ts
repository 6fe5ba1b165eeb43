import { sql, type RawBuilder } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { rows, type Db } from '../../../db/database.ts';
import type { AccountKind } from './account.ts';

/** Sum of the accounts of one kind at the end of a day: over all companies, or of one cause. */
export interface AccountSum {
  kind: AccountKind;
  partnerId: number | null;
  /** Kind of the transfers that have made the sum. Null where it is not known by cause. */
  cause: string | null;
  sum: Kopecks;
}

interface SumRow {
  kind: AccountKind;
  partner_id: number | null;
  cause: string | null;
  kopecks: number;
}

/**
 * Returns the balances of all companies' accounts at the end of a Moscow day, as parts that add up: those of
 * `programme` accounts by the kind of their transfers. Sandboxes are left out, because their money is not real. Reads
 * the newest sealed day of each account and the entries after it, so a longer past costs nothing more. Of a day
 * after the newest seal, as most are, no other seal is read. It is right with seals or without, as
 * `listEntriesAround` explains.
 */
export async function sumAccounts(db: Db, day: string): Promise<AccountSum[]> {
  const seal = sql`account_day seal where seal.company_id = account.company_id and seal.account_id = account.id
    and (account.kind <> 'programme' or by_kind is not null)`;
  const entry = sql`select transfer_id, amount_kopecks from ledger_entry
    where ledger_entry.account_id = own.id and ledger_entry.company_id = own.company_id`;
  const found = await rows(
    db,
    sql<SumRow>`
      with own as materialized (
        select account.id, account.company_id, account.kind, account.partner_id,
          case when newest.day <= ${day}::date then newest.closing_kopecks else earlier.closing_kopecks end as closing_kopecks,
          case when newest.day <= ${day}::date then newest.by_kind else earlier.by_kind end as by_kind,
          case when newest.day <= ${day}::date then newest.last_transfer_id else coalesce(earlier.last_transfer_id, 0) end as after,
          upto.last_transfer_id as upto, case when newest.day > ${day}::date then newest.last_transfer_id end as newest
        from ledger_account account
        left join lateral (
          select day, closing_kopecks, last_transfer_id, by_kind from ${seal} order by day desc limit 1
        ) newest on true
        left join lateral (
          select closing_kopecks, last_transfer_id, by_kind from ${seal} and day <= ${day}::date and newest.day > ${day}::date
          order by day desc limit 1
        ) earlier on true
        left join lateral (
          select last_transfer_id from ${seal} and day > ${day}::date and newest.day > ${day}::date order by day limit 1
        ) upto on true
        where not exists (select from sandbox where sandbox.company_id = account.company_id)
      ), moved as (
        select own.kind, own.partner_id, transfer.kind as cause, sum(entry.amount_kopecks) as kopecks
        from own
        cross join lateral (
          ${entry} and transfer_id > own.after and transfer_id <= coalesce(own.upto, 9223372036854775807)
          union all
          ${entry} and transfer_id > own.newest
        ) entry
        cross join lateral (
          select kind, posted_at from ledger_transfer where id = entry.transfer_id and company_id = own.company_id
          limit 1
        ) transfer
        where transfer.posted_at < ${toEndOfDay(day)}
        group by own.kind, own.partner_id, transfer.kind
      ), part as (
        select kind, partner_id, null as cause, closing_kopecks as kopecks from own where kind <> 'programme'
        union all
        select kind, partner_id, caused.key, caused.value::numeric
        from own cross join jsonb_each_text(by_kind) caused where kind = 'programme'
        union all
        select kind, partner_id, case kind when 'programme' then cause end, kopecks from moved
      )
      select kind, partner_id, cause, coalesce(sum(kopecks), 0)::bigint as kopecks
      from part group by kind, partner_id, cause`,
  );
  return found.map((row) => ({
    kind: row.kind,
    partnerId: row.partner_id,
    cause: row.cause,
    sum: kopecks(row.kopecks),
  }));
}

/** The first moment after a Moscow day. */
export function toEndOfDay(day: string): RawBuilder<unknown> {
  return sql`((${day}::date + 1)::timestamp at time zone 'Europe/Moscow')`;
}
