import { sql, type RawBuilder } from 'kysely';
import type { Sort } from '#contract/fields.ts';
import type { GoodsUnit } from '#contract/fuel/goods-unit.ts';
import type { OperationStatusId, OperationTypeId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { OperationSort } from '#contract/fuel/operations.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import type { TariffSums } from '../../programme/tariffs/tariff.ts';
import type { OperationDetails } from './find-operation-details.ts';
import {
  type ChargedGroup,
  GROUP,
  NAMES_OF_DRIVERS,
  type OperationVehicle,
  VEHICLE,
} from './operation-subjects.ts';
import { joinsForSort, orderBy } from './operation-order-store.ts';
import { JOIN_OF_ROW, OPERATION_ROW, type OperationRow } from './operation-row.ts';
import {
  canUseDayCounts,
  kinds,
  matchesDays,
  whichOperations,
  type OperationFilter,
} from './operation-filter.ts';
import { ASSIGNMENT, type PurchaseAssignment } from '../assignments/purchase-assignments.ts';
import { listRepaid } from './repaid-store.ts';
import { sumAddedCharges, hasPrices, soldFrom, spentIn } from './spending.ts';

export interface ListedOperation {
  id: number;
  cardId: number;
  cardNumber: string;
  comment: string;
  /** Card number in its network, or the id if there is none. */
  number: string;
  partner: { id: number; title: string };
  /** Drivers attached to the card at the time of the operation. */
  drivers: string[];
  /** Vehicle that the card was on at the time of the operation. */
  vehicle: OperationVehicle | null;
  /** Group that a purchase or a refund is charged to. */
  group: ChargedGroup | null;
  /** Cost centre and trip that were entered for a purchase, or for the purchase of a refund. */
  assignment: PurchaseAssignment | null;
  typeId: OperationTypeId;
  statusId: OperationStatusId;
  sum: Kopecks;
  /** Set for purchases and refunds. */
  purchase: {
    /** Null for operations from before goods had ids. */
    goodsId: number | null;
    goodsTitle: string;
    /** Hundredths of its unit. */
    quantity: number;
    unit: GoodsUnit;
    unitPrice: Kopecks;
    address: string;
    /** Station of our list with this address. Null if there is none, or several. */
    stationId: number | null;
    soldAt: Date;
    /** The moment whose VAT rate counts: for a refund, that of its purchase (docs/decisions/0022). */
    taxedAt: Date;
  } | null;
  /** Sums that the tariff adds or takes off. Null if no tariff applies. */
  price: TariffSums | null;
  reason: string | null;
  /** Part of a top-up that paid for fuel the card had bought before. */
  repaid: Kopecks;
  /** Whether the programme started the operation without a user. */
  createdAt: Date;
  /** Read for an operation that is requested by its id. */
  details?: OperationDetails | undefined;
}

export interface OperationTotals {
  count: number;
  /** Spent on fuel: purchases minus refunds, as the company is charged. */
  spent: Kopecks;
  centilitres: number;
}

/** Range of the list: how many operations to return and how many to skip, newest first unless `sort` says otherwise. */
export interface ListRange {
  offset: number;
  limit: number;
  sort?: Sort<OperationSort> | undefined;
}

interface ListedRow extends OperationRow {
  count: number;
  spent: number;
  centilitres_spent: number;
  /** Null in the only row of an empty page. */
  id: number | null;
  card_number: string;
  comment: string;
  partner_id: number;
  partner_title: string;
  drivers: string[];
  vehicle: OperationVehicle | null;
  group: ChargedGroup | null;
  assignment: PurchaseAssignment | null;
}

/**
 * Returns a range of the operations with the totals of the filter. One statement reads both at the same moment. Newest
 * first, the range is found in an index alone. Rows and cards are read for the range only, not for what it skips.
 * `stations`: ids of stations by the address of a sale.
 */
export async function listOperationPage(
  db: Db,
  scope: CompanyScope,
  filter: OperationFilter,
  { stations, ...range }: ListRange & { stations: ReadonlyMap<string, number> },
): Promise<{ operations: ListedOperation[]; totals: OperationTotals }> {
  const counted = canUseDayCounts(filter);
  const priced = await hasPrices(db, scope);
  const total = counted ? totalOfDays(scope, filter, priced) : totalOfRows(scope, filter, priced);
  const found = counted && !range.sort ? pageByDay(range, scope, filter) : pageOfRows(range, scope, filter);
  const [first, ...rest] = await rows(
    db,
    sql<ListedRow>`
      with ${total}, ${found}
      select total.count, total.spent, total.centilitres as centilitres_spent, listed.*
      from total left join page on true
      -- The limit keeps the planner from beginning with the cards: it can't know how short a page is.
      left join lateral (
        select operation.id, ${OPERATION_ROW}, card.card_number, card.comment, partner.id as partner_id,
          partner.title as partner_title, array(${NAMES_OF_DRIVERS}) as drivers, (${VEHICLE}) as vehicle, (${GROUP}) as "group",
          (${ASSIGNMENT}) as assignment
        from operation join card on card.id = operation.card_id join partner on partner.id = operation.partner_id ${JOIN_OF_ROW}
        where operation.id = page.id limit 1
      ) listed on true
      order by page.place`,
  );
  if (!first) throw new Error('totals always have a row');
  const page = first.id === null ? [] : [first, ...rest];
  const repaid = await listRepaid(db, page);
  return {
    operations: page.map((row) => toListedOperation(row, repaid, stations)),
    totals: {
      count: first.count,
      spent: kopecks(first.spent),
      centilitres: first.centilitres_spent,
    },
  };
}

/** `total` from the counted days, without reading an operation (docs/decisions/0014). */
function totalOfDays(scope: CompanyScope, filter: OperationFilter, priced: boolean): RawBuilder<unknown> {
  return sql`
    day as materialized (
      select counted.day, sum(counted.operations)::bigint as operations, ${spentIn('counted')}
      from operation_day_now counted where ${matchesDays(scope, filter)} group by counted.day
    ), total as (
      select coalesce(sum(operations), 0)::bigint as count, coalesce(sum(spent), 0)::bigint + ${priced ? sumAddedCharges(whichOperations(scope, filter)) : sql`0`} as spent,
        coalesce(sum(centilitres), 0)::bigint as centilitres
      from day
    )`;
}

/** `total` of what the days do not know: cards, networks, drivers, goods. */
function totalOfRows(scope: CompanyScope, filter: OperationFilter, priced: boolean): RawBuilder<unknown> {
  return sql`
    total as (
      select count(*) as count, ${spentIn('operation', priced)} from ${soldFrom(priced)}
      where ${whichOperations(scope, filter)}
    )`;
}

/**
 * Builds `page`, newest first. The days of `totalOfDays` show which of them contain the page, and how many rows to skip
 * and take in each.
 */
function pageByDay(
  { offset, limit }: ListRange,
  scope: CompanyScope,
  filter: OperationFilter,
): RawBuilder<unknown> {
  return sql`
    place as materialized (
      select day, greatest(0, ${offset}::bigint - before) as skipped,
        least(before + operations, ${offset + limit}::bigint) - greatest(before, ${offset}::bigint) as taken
      from (
        select day, operations, sum(operations) over (order by day desc) - operations as before from day where operations > 0
      ) running
      where before < ${offset + limit}::bigint and before + operations > ${offset}::bigint
    ), page as materialized (
      select found.id, row_number() over (order by found.created_at desc, found.id desc) as place
      from place cross join lateral (
        select operation.id, operation.created_at from operation
        where ${sql.join(kinds('operation', scope, filter), sql` and `)}
          and operation.created_at >= place.day::timestamp at time zone 'Europe/Moscow'
          and operation.created_at < (place.day + 1)::timestamp at time zone 'Europe/Moscow'
        order by operation.created_at desc, operation.id desc limit place.taken offset place.skipped
      ) found
    )`;
}

/** `page` in any order, from all that the filter finds: one card's history is short, the rest is read whole. */
function pageOfRows(
  { offset, limit, sort }: ListRange,
  scope: CompanyScope,
  filter: OperationFilter,
): RawBuilder<unknown> {
  const order = sql`${sort ? orderBy(sort) : sql``} operation.created_at desc, operation.id desc`;
  return sql`
    page as materialized (
      select found.id, row_number() over () as place from (
        select operation.id from operation ${sort ? joinsForSort(sort) : sql``}
        where ${whichOperations(scope, filter)}
        order by ${order} limit ${limit} offset ${offset}::bigint
      ) found
    )`;
}

function toListedOperation(
  row: ListedRow,
  repaid: ReadonlyMap<number | null, Kopecks>,
  stations: ReadonlyMap<string, number>,
): ListedOperation {
  return {
    id: row.id as number,
    cardId: row.card_id,
    cardNumber: row.card_number,
    comment: row.comment,
    number: row.number,
    partner: { id: row.partner_id, title: row.partner_title },
    drivers: row.drivers,
    vehicle: row.vehicle,
    group: row.group,
    assignment: row.assignment,
    typeId: row.type_id,
    statusId: row.status_id,
    sum: kopecks(row.sum_kopecks),
    purchase:
      row.sold_at === null
        ? null
        : {
            goodsId: row.goods_id,
            goodsTitle: row.goods_title ?? '',
            quantity: row.centipieces ?? row.centilitres ?? 0,
            unit: row.centipieces === null ? 'litres' : 'pieces',
            unitPrice: kopecks(row.unit_price_kopecks ?? 0),
            address: row.address ?? '',
            stationId: stations.get(row.address ?? '') ?? null,
            soldAt: row.sold_at,
            taxedAt: row.taxed_at,
          },
    price:
      row.discount_kopecks === null
        ? null
        : {
            discount: kopecks(row.discount_kopecks),
            surcharge: kopecks(row.surcharge_kopecks ?? 0),
            fee: kopecks(row.fee_kopecks ?? 0),
          },
    reason: row.reason,
    repaid: repaid.get(row.id) ?? kopecks(0),
    createdAt: row.created_at,
  };
}
