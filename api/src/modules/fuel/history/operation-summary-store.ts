import { sql, type RawBuilder } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import type { SummarySide } from '#contract/operations.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import { whichOperations, type OperationFilter } from './operation-filter-store.ts';
import { spentIn } from './spending-store.ts';
import type { SummaryRow } from './summary.ts';

/**
 * Done purchases and refunds grouped: months in their order, anything else with the largest sum first. Each is in
 * exactly one row, so the rows add up to the totals of the list.
 */
export async function listSummaryRows(
  db: Db,
  scope: CompanyScope,
  filter: OperationFilter,
  by: SummarySide,
): Promise<SummaryRow[]> {
  const side = SIDES[by];
  const found = await rows(
    db,
    sql<{ key: string; title: string | null; count: number; spent: number; centilitres: number }>`
      with part as (
        select ${side.of} as side, count(*) as count, ${spentIn('operation')}
        from operation
        where ${whichOperations(scope, filter)} and operation.status_id = ${OPERATION_STATUS.done}
          and operation.type_id in (${OPERATION_TYPE.purchase}, ${OPERATION_TYPE.refund})
        group by 1
      )
      select ${side.key} as key, ${side.title} as title, sum(part.count)::bigint as count, sum(part.spent)::bigint as spent,
        sum(part.centilitres)::bigint as centilitres
      from part ${side.names}
      group by 1, 2 order by ${by === 'month' ? sql`1` : sql`spent desc, 2, 1`}`,
  );
  return found.map((row) => ({
    key: row.key,
    title: row.title ?? '',
    count: row.count,
    spent: kopecks(row.spent),
    centilitres: row.centilitres,
  }));
}

interface Side {
  /** The expression in the operations that is grouped by. */
  of: RawBuilder<unknown>;
  /** The final name of a row, with the tables that it comes from. */
  key: RawBuilder<unknown>;
  title: RawBuilder<unknown>;
  names: RawBuilder<unknown>;
}

const itself = { key: sql`part.side::text`, title: sql`part.side::text`, names: sql`` };

const SIDES: Record<SummarySide, Side> = {
  month: {
    of: sql`date_trunc('month', operation.created_at at time zone 'Europe/Moscow')::date`,
    key: sql`to_char(part.side, 'YYYY-MM')`,
    title: sql`to_char(part.side, 'YYYY-MM')`,
    names: sql``,
  },
  card: {
    of: sql`operation.card_id`,
    key: sql`part.side::text`,
    title: sql`card.card_number`,
    names: sql`join card on card.id = part.side`,
  },
  /** The drivers attached to the card now. Drivers who share a card share a row, or fuel would be counted twice. */
  driver: {
    of: sql`operation.card_id`,
    key: sql`coalesce(people.key, '')`,
    title: sql`people.title`,
    names: sql`left join lateral (
      select string_agg(driver.id::text, ',' order by driver.id) as key,
        string_agg(driver.surname || ' ' || left(driver.name, 1) || '.' || coalesce(' ' || left(driver.patronymic, 1) || '.', ''), ', '
          order by driver.id) as title
      from card_driver join driver on driver.id = card_driver.driver_id where card_driver.card_id = part.side
    ) people on true`,
  },
  goods: { of: sql`coalesce(operation.goods_title, '')`, ...itself },
  station: { of: sql`coalesce(operation.address, '')`, ...itself },
  network: {
    of: sql`operation.partner_id`,
    key: sql`part.side::text`,
    title: sql`partner.title`,
    names: sql`join partner on partner.id = part.side`,
  },
};
