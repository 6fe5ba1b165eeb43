import { sql, type RawBuilder } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import { joinHolders } from './join-holders.ts';
import { COST_CENTRE, JOIN_ASSIGNMENT, TRIP_NUMBER } from '../assignments/purchase-assignments.ts';
import { matchesDays, whichOperations, type OperationFilter } from './operation-filter.ts';

/** Days of a report that are copied together; open-ended like the filter. */
export interface ReportRange {
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
}

/**
 * Splits a report into ranges of whole days, newest first, each of about `lines` lines or of one day that has more. The
 * history of one card is short (docs/decisions/0014) and is one range.
 */
export async function listReportRanges(
  db: Db,
  scope: CompanyScope,
  filter: OperationFilter,
  lines: number,
): Promise<ReportRange[]> {
  const whole = { dateFrom: filter.dateFrom, dateTo: filter.dateTo };
  if (filter.cardId !== undefined) return [whole];
  const cuts = await rows(
    db,
    sql<{ day: string }>`
      select min(day) as day from (
        select day, div(sum(operations) over (order by day desc) - operations, ${lines}::bigint) as stretch
        from (
          select counted.day, sum(counted.operations) as operations from operation_day_now counted
          where ${matchesDays(scope, filter)} group by counted.day
        ) day
      ) cut
      group by stretch order by 1 desc`,
  );
  // Each part begins where the previous one ends, so that no operation is lost between them.
  return cuts.map(({ day }, index) => ({
    dateFrom: index === cuts.length - 1 ? filter.dateFrom : day,
    dateTo: index === 0 ? filter.dateTo : dayBefore(cuts[index - 1]?.day as string),
  }));
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}

/** A report's rows for `copyOut`, newest first, as `reportLines` reads them. */
export function reportRows(
  scope: CompanyScope,
  filter: OperationFilter,
  { priced = false } = {},
): RawBuilder<unknown> {
  return sql`
    select operation.created_at::timestamp, card.card_number, operation.type_id, operation.status_id, ${GOODS},
      operation.centilitres, operation.unit_price_kopecks, operation.sum_kopecks, operation.address, partner.title, card.comment,
      crew.drivers, ${TAXED_AT}::timestamp, coalesce(operation.external_id, operation.id::text)
      ${priced ? PRICE : sql``}, ride.plate, ${COST_CENTRE}, ${TRIP_NUMBER}
    from operation ${priced ? sql`left join sale_price price on price.operation_id = operation.id` : sql``} join partner on partner.id = operation.partner_id
      join card on card.id = operation.card_id
      ${joinHolders(scope.companyId)} ${JOIN_ASSIGNMENT}
    where ${whichOperations(scope, filter, sql.lit)}
    order by operation.created_at desc, operation.id desc`;
}

/** Pieces stand beside the title, because the column after it is of litres: «Мойка, 1 шт». */
const GOODS = sql`operation.goods_title || coalesce(', ' || replace(trim_scale(operation.centipieces / 100.0)::text, '.', ',') || ' шт', '')`;

const PRICE = sql`, price.discount_kopecks, price.surcharge_kopecks, price.fee_kopecks,
  operation.sum_kopecks - price.discount_kopecks + price.surcharge_kopecks + price.fee_kopecks`;

/**
 * Moment whose VAT rate applies, or null for operations without VAT. Only a refund uses its purchase's moment
 * (docs/decisions/0022).
 */
const TAXED_AT = sql`coalesce(
  case when operation.refund_of is not null then (
    select bought.sold_at from operation bought
    where bought.partner_id = operation.partner_id and bought.external_id = operation.refund_of
  ) end, operation.sold_at)`;
