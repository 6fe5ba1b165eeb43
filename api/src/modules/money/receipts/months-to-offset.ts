import { sql } from 'kysely';
import { type Kopecks, kopecks } from '#contract/kopecks.ts';
import { listIds, type CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import { countOpenAdvance, type AdvanceDay } from './count-open-advance.ts';

/** Fuel of a closed month that the advances of a client by СБП were not set off against yet. */
export interface MonthToOffset {
  companyId: number;
  month: string;
  /** Last day of the month. */
  datedOn: string;
  shipped: Kopecks;
  /** Advances that came until that day, less what was paid back until then and what was set off in earlier months. */
  open: Kopecks;
}

/**
 * Lists the oldest such month of each client, or of each of these companies. A month without documents waits, and the later ones
 * with it. The advance of a payment that a correction has taken to another company is none of the client's.
 */
export async function listMonthsToOffset(db: Db, scopes?: readonly CompanyScope[]): Promise<MonthToOffset[]> {
  const whose = scopes ? sql`company_id = any(${listIds(scopes)}::bigint[])` : sql`true`;
  const found = await rows(
    db,
    sql<{ company_id: number; month: string; dated_on: string; shipped: number; days: AdvanceDay[] }>`
      select closed.company_id, closed.month, closed.dated_on::text as dated_on, closed.shipped, advance.days
      from (
        select company_id, month, max(dated_on) as dated_on, sum(sum_kopecks)::bigint as shipped
        from month_document where kind = 'upd' and withdrawn_at is null and dated_on is not null and ${whose}
        group by company_id, month
      ) closed
      cross join lateral (
        select json_agg(day order by day.date) as days, sum(day.paid - day.offset) as most
        from (
          select date, sum(paid) as paid, sum(returned) as returned, sum("offset") as "offset"
          from (
            select receipt.dated_on as date, receipt.sum_kopecks as paid, 0 as returned, 0 as "offset"
            from receipt join bank_payment payment
              on payment.id = receipt.payment_id and payment.company_id = receipt.company_id
            where receipt.company_id = closed.company_id and receipt.kind = 'advance'
              and receipt.dated_on <= closed.dated_on
            union all
            select dated_on, 0, 0, sum_kopecks from receipt
            where company_id = closed.company_id and kind = 'offset'
            union all
            select debited_on, 0, sum_kopecks, 0 from advance_return
            where company_id = closed.company_id and state = 'booked' and debited_on <= closed.dated_on
          ) movement
          group by date
        ) day
      ) advance
      where advance.most > 0 and closed.shipped > 0 and not exists (
        select from receipt made where made.company_id = closed.company_id and made.month >= closed.month)
      order by closed.company_id, closed.month`,
  );
  const oldest = new Map<number, MonthToOffset>();
  for (const { company_id: companyId, month, dated_on: datedOn, shipped, days } of found) {
    const open = countOpenAdvance(days);
    if (open > 0 && !oldest.has(companyId))
      oldest.set(companyId, { companyId, month, datedOn, shipped: kopecks(shipped), open });
  }
  return [...oldest.values()];
}
