import { sql } from 'kysely';
import type { OperationStatusId, OperationTypeId } from '#contract/ids.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { rows, type Db } from '../../../../db/database.ts';
import { DRIVER_SHORT_NAME } from '../../../cards/drivers/drivers.ts';
import { ASSIGNMENT, type PurchaseAssignment } from '../../assignments/purchase-assignments.ts';
import { isWithinSpan } from '../join-holders.ts';
import { whichOperations } from '../operation-filter.ts';
import { GROUP, type ChargedGroup, type OperationVehicle } from '../operation-subjects.ts';

/** Operation as the browser's own list of operations needs it. */
export interface OperationRow {
  id: number;
  /** Microseconds since 1970: the order of the list. */
  at_us: number;
  number: string;
  card: { id: number; card_number: string; comment: string };
  partner: { id: number; title: string };
  drivers: { id: number; name: string }[];
  /** The last one that the card was put on comes first. */
  vehicles: OperationVehicle[];
  group: ChargedGroup | null;
  assignment: PurchaseAssignment | null;
  type_id: OperationTypeId;
  status_id: OperationStatusId;
  sum_kopecks: number;
  goods_id: number | null;
  goods_title: string | null;
  centilitres: number | null;
  centipieces: number | null;
  unit_price_kopecks: number | null;
  address: string | null;
  sold_at: Date | null;
  taxed_at: Date;
  discount_kopecks: number | null;
  surcharge_kopecks: number | null;
  fee_kopecks: number | null;
  reason: string | null;
  by_programme: boolean;
  created_at: Date;
}

/** Where a range of operations ends; the next one begins behind it. */
export interface OperationCursor {
  atUs: number;
  id: number;
}

/** Lists a range of a company's operations, newest first, from a day on and behind a cursor. */
export function listOperationRows(
  db: Db,
  scope: CompanyScope,
  {
    before,
    dateFrom,
    limit,
  }: { before: OperationCursor | null; dateFrom?: string | undefined; limit: number },
): Promise<OperationRow[]> {
  const behind =
    before === null
      ? sql`true`
      : sql`(operation.created_at, operation.id) < ('epoch'::timestamptz + ${before.atUs}::bigint * interval '1 microsecond', ${before.id}::bigint)`;
  return rows(
    db,
    sql<OperationRow>`
      select operation.id, (extract(epoch from operation.created_at) * 1000000)::bigint as at_us,
        coalesce(operation.external_id, operation.id::text) as number,
        json_build_object('id', card.id, 'card_number', card.card_number, 'comment', card.comment) as card,
        json_build_object('id', partner.id, 'title', partner.title) as partner,
        (${DRIVERS}) as drivers, (${VEHICLES}) as vehicles, (${GROUP}) as "group", (${ASSIGNMENT}) as assignment,
        operation.type_id, operation.status_id, operation.sum_kopecks, operation.goods_id, operation.goods_title,
        operation.centilitres, operation.centipieces, operation.unit_price_kopecks, operation.address, operation.sold_at,
        coalesce(bought.sold_at, operation.sold_at, operation.created_at) as taxed_at,
        price.discount_kopecks, price.surcharge_kopecks, price.fee_kopecks, operation.reason,
        operation.author_id is null as by_programme, operation.created_at
      from (
        select operation.* from operation
        where ${whichOperations(scope, { dateFrom })} and ${behind}
        order by operation.created_at desc, operation.id desc limit ${limit}
      ) operation
      join card on card.id = operation.card_id join partner on partner.id = operation.partner_id
      left join operation bought on bought.partner_id = operation.partner_id and bought.external_id = operation.refund_of
      left join sale_price price on price.operation_id = operation.id
      order by operation.created_at desc, operation.id desc`,
  );
}

const DRIVERS = sql`
  select coalesce(json_agg(json_build_object('id', driver.id, 'name', ${DRIVER_SHORT_NAME})
    order by driver.surname, driver.name, driver.id), '[]')
  from driver_on_card held join driver on driver.id = held.driver_id
  where held.card_id = operation.card_id and ${isWithinSpan('held')}`;

const VEHICLES = sql`
  select coalesce(json_agg(json_build_object('id', vehicle.id, 'plate', vehicle.plate, 'brand', vehicle.brand)
    order by riding.since desc), '[]')
  from card_on_vehicle riding join vehicle on vehicle.id = riding.vehicle_id
  where riding.card_id = operation.card_id and ${isWithinSpan('riding')}`;
