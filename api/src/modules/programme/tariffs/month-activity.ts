import { sql } from 'kysely';
import { OPERATION_TYPE, REQUEST_STATUS, SANDBOX_NETWORK } from '#contract/ids.ts';
import { rows, type Db } from '../../../db/database.ts';
import type { MonthActivity } from './service-fees.ts';

/**
 * Lists what the monthly fees of clients are counted from. Only clients that had a card before the month began are listed, so
 * that a first month of a few days costs nothing, and no client that the programme has blocked. `companyId` null means all.
 */
export async function listMonthActivity(
  db: Db,
  { month, companyId }: { month: string; companyId: number | null },
): Promise<MonthActivity[]> {
  const start = sql`(${`${month}-01`}::date::timestamp at time zone 'Europe/Moscow')`;
  const end = sql`((${`${month}-01`}::date + interval '1 month') at time zone 'Europe/Moscow')`;
  return rows(
    db,
    sql<MonthActivity>`
      select company.id as "companyId", company.title, home.partner_id as "homePartnerId",
        coalesce(used.cards, '[]') as cards, coalesce(used.fees, 0)::bigint as "percentFees", ordered.orders
      from company
      cross join lateral (
        select partner_id from card where card.company_id = company.id and card.created_at < ${start}
        order by card.id limit 1
      ) home
      cross join lateral (
        select jsonb_agg(jsonb_build_object('partnerId', partner_id, 'count', cards) order by partner_id)
            filter (where cards > 0) as cards,
          sum(fees) as fees
        from (
          select operation.partner_id,
            count(distinct operation.card_id) filter (where operation.type_id = ${OPERATION_TYPE.purchase}) as cards,
            coalesce(sum(case operation.type_id when ${OPERATION_TYPE.purchase} then price.fee_kopecks
              else -price.fee_kopecks end), 0) as fees
          from operation left join sale_price price on price.operation_id = operation.id
          where operation.company_id = company.id
            and operation.type_id in (${OPERATION_TYPE.purchase}, ${OPERATION_TYPE.refund})
            and operation.created_at >= ${start} and operation.created_at < ${end}
          group by operation.partner_id
        ) of_network
      ) used
      cross join lateral (
        select count(*)::int as orders from card_request request
        where request.company_id = company.id and request.status_id <> ${REQUEST_STATUS.rejected}
          and request.created_at >= ${start} and request.created_at < ${end}
      ) ordered
      where company.client_since is not null and company.blocked_at is null
        and home.partner_id <> ${SANDBOX_NETWORK} and (${companyId}::bigint is null or company.id = ${companyId})
      order by company.id`,
  );
}
