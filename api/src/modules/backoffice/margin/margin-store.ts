import { addDays, startOfDay } from '../../../lib/days.ts';
import { sql, type RawBuilder } from 'kysely';
import type { MarginSide } from '#contract/backoffice/margin.ts';
import { rows, type Db } from '../../../db/database.ts';
import { findIdSpan } from '../../money/ledger/ledger.ts';
import { writeSaleCosts } from '../../programme/purchase-terms/sale-costs.ts';
import type { KeyedParts } from './margin.ts';

/** Moscow days, both included. */
export interface MarginPeriod {
  from: string;
  to: string;
}

/** Keys of a row by the columns `company_id`, `partner_id`, `goods_title` and `day`. */
const KEY: Record<MarginSide, RawBuilder<string | null>> = {
  client: sql`company_id::text`,
  network: sql`partner_id::text`,
  goods: sql`lower(trim(goods_title))`,
  month: sql`to_char(day, 'YYYY-MM')`,
};

/** How sums are divided into rows, and, where `byMonth`, each row into its months. */
export interface MarginDivision {
  by: MarginSide;
  byMonth?: boolean;
}

function writeKeys({ by, byMonth = false }: MarginDivision): RawBuilder<unknown> {
  return sql`${KEY[by]} as key, ${byMonth ? KEY.month : sql`null::text`} as month`;
}

/** Sums of the sales and of their purchase, refunds taken off. */
export async function listSaleParts(
  db: Db,
  { from, to }: MarginPeriod,
  division: MarginDivision,
): Promise<(KeyedParts & { title: string })[]> {
  return rows(
    db,
    sql<KeyedParts & { title: string }>`
      with ${writeSaleCosts({ from, to })}
      select ${writeKeys(division)}, min(trim(goods_title)) as title, count(*) filter (where sign > 0) as sales,
        sum(sign * centilitres)::bigint as centilitres, sum(sign * sum)::bigint as sum,
        sum(sign * discount)::bigint as discount, sum(sign * surcharge)::bigint as surcharge,
        sum(sign * fee)::bigint as fee, sum(sign * received)::bigint as received, sum(sign * bonus)::bigint as bonus,
        coalesce(sum(sign * sum) filter (where term_id is null), 0)::bigint as "withoutTerms"
      from cost group by 1, 2`,
  );
}

/** Kinds of transfers between a client and the programme that are fees for no sale. */
const FEE_KINDS = ['card-fee', 'monthly-fee'];

/**
 * Fees for cards and by the month, whatever account has paid them; refunds are taken off. A fee belongs to the network
 * of its charge and to no goods. They are read from the accounts of the programme, which the sales are not on, between the
 * seals around the period, so that a long past costs nothing.
 */
export async function listFeeParts(
  db: Db,
  { from, to }: MarginPeriod,
  division: MarginDivision,
): Promise<KeyedParts[]> {
  const start = startOfDay(from);
  const end = startOfDay(addDays(to, 1));
  const { fromId, beforeId } = await findIdSpan(db, { from: start, to: end });
  return rows(
    db,
    sql<KeyedParts>`
      select ${writeKeys(division)}, sum(sum)::bigint as "otherFees" from (
        select account.company_id, coalesce(charge.partner_id, card.partner_id) as partner_id, null::text as goods_title,
          fee.day, fee.sum
        from ledger_account account
        left join lateral (
          select last_transfer_id as id from account_day
          where company_id = account.company_id and account_id = account.id and day < ${from}::date
          order by day desc limit 1
        ) before on true
        left join lateral (
          select last_transfer_id as id from account_day
          where company_id = account.company_id and account_id = account.id and day >= ${to}::date
          order by day limit 1
        ) last on true
        cross join lateral (
          select transfer.subject_kind, transfer.subject_id, entry.amount_kopecks as sum,
            (transfer.posted_at at time zone 'Europe/Moscow')::date as day
          from ledger_entry entry
          join ledger_transfer transfer on transfer.id = entry.transfer_id and transfer.company_id = entry.company_id
          where entry.account_id = account.id and entry.company_id = account.company_id
            and entry.transfer_id >= ${fromId} and entry.transfer_id < ${beforeId}
            and entry.transfer_id > coalesce(before.id, 0) and entry.transfer_id <= coalesce(last.id, ${beforeId})
            and transfer.kind = any(${FEE_KINDS}::text[])
            and transfer.posted_at >= ${start} and transfer.posted_at < ${end}
          offset 0
        ) fee
        left join card on fee.subject_kind = 'card' and card.id = fee.subject_id
        left join service_charge charge on fee.subject_kind = 'service-charge' and charge.id = fee.subject_id
          and charge.company_id = account.company_id
        where account.kind = 'programme'
      ) fee group by 1, 2`,
  );
}

/**
 * Corrections of balances: sums taken from clients less sums given to them. The difference of a УКД belongs to the network
 * of its document, other corrections to none. An opening balance is money of the past, so it earns nothing.
 */
export async function listCorrectionParts(
  db: Db,
  { from, to }: MarginPeriod,
  division: MarginDivision,
): Promise<KeyedParts[]> {
  return rows(
    db,
    sql<KeyedParts>`
      select ${writeKeys(division)}, sum(sum)::bigint as corrections from (
        select correction.company_id, document.partner_id, null::text as goods_title, correction.day,
          case correction.direction when 'from-client' then 1 else -1 end * correction.sum_kopecks as sum
        from correction
        left join month_document document on correction.kind = 'ukd' and document.id = correction.document_id
          and document.company_id = correction.company_id
        where correction.day between ${from}::date and ${to}::date and correction.kind <> 'opening-balance'
      ) corrected group by 1, 2`,
  );
}

/**
 * Cost of the clients' debt: what unallocated funds and the debt accounts of networks are below zero at the end of each
 * day before `today`, by the yearly rate over 365 days, rounded for each account and day. Balances come from the sealed
 * days and from the entries after the newest seal. What unallocated funds owe belongs to no network, and nothing of it to
 * goods.
 */
export async function listCreditParts(
  db: Db,
  { from, to, today, percent }: MarginPeriod & { today: string; percent: number },
  division: MarginDivision,
): Promise<KeyedParts[]> {
  return rows(
    db,
    sql<KeyedParts>`
      with account as materialized (
        select account.id, account.company_id, account.partner_id, newest.last_transfer_id
        from ledger_account account
        join company on company.id = account.company_id and company.client_since is not null
        left join lateral (
          select last_transfer_id from account_day
          where company_id = account.company_id and account_id = account.id order by day desc limit 1
        ) newest on true
        where account.kind in ('unallocated', 'debt')
      ), closing as (
        select account.id, seal.day, seal.closing_kopecks as closing, 0 as turn, 0::bigint as transfer_id
        from account cross join lateral (
          (select day, closing_kopecks from account_day
            where company_id = account.company_id and account_id = account.id and day < ${from}::date
            order by day desc limit 1)
          union all
          (select day, closing_kopecks from account_day
            where company_id = account.company_id and account_id = account.id and day between ${from}::date and ${to}::date)
        ) seal
        union all
        select account.id, (transfer.posted_at at time zone 'Europe/Moscow')::date, entry.balance_after_kopecks, 1,
          entry.transfer_id
        from account
        join ledger_entry entry on entry.account_id = account.id and entry.company_id = account.company_id
          and entry.transfer_id > coalesce(account.last_transfer_id, 0)
        join ledger_transfer transfer on transfer.id = entry.transfer_id and transfer.company_id = account.company_id
      ), last_of_day as (
        select distinct on (id, day) id, day, closing from closing order by id, day, turn desc, transfer_id desc
      ), range as (
        select id, closing, greatest(day, ${from}::date) as first,
          least(lead(day) over (partition by id order by day), ${to}::date + 1, ${today}::date) as until
        from last_of_day
      )
      select ${writeKeys(division)}, sum(cost)::bigint as "creditCost" from (
        select account.company_id, account.partner_id, null::text as goods_title, day::date as day,
          (-range.closing * ${percent}::bigint * 2 + 36500) / 73000 as cost
        from range
        join account using (id)
        cross join lateral generate_series(range.first, range.until - 1, interval '1 day') day
        where range.closing < 0 and range.first < range.until
      ) debt group by 1, 2`,
  );
}

/** Titles of clients or networks by the keys of their rows. */
export async function listTitles(
  db: Db,
  table: 'company' | 'partner',
  ids: readonly number[],
): Promise<Map<string, string>> {
  const found = await rows(
    db,
    sql<{ key: string; title: string }>`
      select id::text as key, title from ${sql.table(table)} where id = any(${[...ids]}::bigint[])`,
  );
  return new Map(found.map(({ key, title }) => [key, title]));
}
