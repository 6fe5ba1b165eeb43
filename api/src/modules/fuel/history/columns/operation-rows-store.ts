import { sql } from 'kysely';
import type { OperationStatusId, OperationTypeId } from '#contract/ids.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { getOnlyRow, rows, type Db } from '../../../../db/database.ts';
import { DRIVER_SHORT_NAME } from '../../../cards/drivers/drivers.ts';
import { JOIN_ASSIGNMENT } from '../../assignments/purchase-assignments.ts';
import { EFFECTIVE_AT } from '../join-holders.ts';
import { whichOperations } from '../operation-filter.ts';
import type { OperationVehicle } from '../operation-subjects.ts';

/** Operation as the browser's own list of operations needs it. */
export interface OperationRow {
  id: number;
  /** Microseconds since 1970: the order of the list. */
  at_us: number;
  number: string;
  card_id: number;
  partner_id: number;
  /** Null where there were none. */
  drivers: { id: number; name: string }[] | null;
  /** The last one that the card was put on comes first; null where there were none. */
  vehicles: OperationVehicle[] | null;
  group_id: number | null;
  group_cost_centre: string | null;
  cost_centre: string | null;
  trip_number: string | null;
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

/** End of a range of operations; the next range begins behind it. */
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
        coalesce(operation.external_id, operation.id::text) as number, operation.card_id, operation.partner_id,
        crew.drivers, ride.vehicles, charged.group_id, charged.cost_centre as group_cost_centre,
        assigned.cost_centre, assigned.trip_number,
        operation.type_id, operation.status_id, operation.sum_kopecks, operation.goods_id, operation.goods_title,
        operation.centilitres, operation.centipieces, operation.unit_price_kopecks, operation.address, operation.sold_at,
        coalesce(bought.sold_at, operation.sold_at, operation.created_at) as taxed_at,
        price.discount_kopecks, price.surcharge_kopecks, price.fee_kopecks, operation.reason,
        operation.author_id is null as by_programme, operation.created_at
      from (
        select operation.* from operation
        where operation.company_id = ${scope.companyId} and ${whichOperations(scope, { dateFrom })} and ${behind}
        order by operation.created_at desc, operation.id desc limit ${limit}
      ) operation
      left join operation bought on bought.partner_id = operation.partner_id and bought.external_id = operation.refund_of
      left join sale_price price on price.operation_id = operation.id
      ${JOIN_ASSIGNMENT} ${joinDrivers(scope)} ${joinVehicles(scope)}
      order by operation.created_at desc, operation.id desc`,
  );
}

/**
 * Joins `crew.drivers`: the spans of the company are cut into ranges once, so that they are not read for each operation. A card
 * has few.
 */
const joinDrivers = ({ companyId }: CompanyScope) => sql`
  left join (
    select turn.card_id, turn.since, lead(turn.since) over (partition by turn.card_id order by turn.since) as until, (
      select json_agg(json_build_object('id', driver.id, 'name', ${DRIVER_SHORT_NAME})
        order by driver.surname, driver.name, driver.id)
      from driver_on_card held join driver on driver.id = held.driver_id
      where held.card_id = turn.card_id and held.since <= turn.since and (held.until is null or held.until > turn.since)
    ) as drivers
    from (
      select card_id, since from driver_on_card where company_id = ${companyId}
      union select card_id, until from driver_on_card where company_id = ${companyId} and until is not null
    ) turn
    offset 0
  ) crew on crew.card_id = operation.card_id and crew.since <= ${EFFECTIVE_AT} and (crew.until is null or crew.until > ${EFFECTIVE_AT})`;

/** Joins `ride.vehicles` in the same way. */
const joinVehicles = ({ companyId }: CompanyScope) => sql`
  left join (
    select turn.card_id, turn.since, lead(turn.since) over (partition by turn.card_id order by turn.since) as until, (
      select json_agg(json_build_object('id', vehicle.id, 'plate', vehicle.plate, 'brand', vehicle.brand) order by riding.since desc)
      from card_on_vehicle riding join vehicle on vehicle.id = riding.vehicle_id
      where riding.card_id = turn.card_id and riding.since <= turn.since and (riding.until is null or riding.until > turn.since)
    ) as vehicles
    from (
      select card_id, since from card_on_vehicle where company_id = ${companyId}
      union select card_id, until from card_on_vehicle where company_id = ${companyId} and until is not null
    ) turn
    offset 0
  ) ride on ride.card_id = operation.card_id and ride.since <= ${EFFECTIVE_AT} and (ride.until is null or ride.until > ${EFFECTIVE_AT})`;

/** Names of cards, networks and groups, by their ids. */
export interface OperationNames {
  cards: ReadonlyMap<number, Named['cards'][number]>;
  partners: ReadonlyMap<number, Named['partners'][number]>;
  groups: ReadonlyMap<number, string>;
}

interface Named {
  cards: { id: number; card_number: string; comment: string }[];
  partners: { id: number; title: string }[];
  groups: { id: number; title: string }[];
}

/** Reads what the rows name, each once. A group that was removed has no name. */
export async function readOperationNames(
  db: Db,
  { companyId }: CompanyScope,
  found: readonly OperationRow[],
): Promise<OperationNames> {
  const listIds = (read: (row: OperationRow) => number | null) => [...new Set(found.map(read))];
  const { cards, partners, groups } = await getOnlyRow(
    db,
    sql<{ [Name in keyof Named]: Named[Name] | null }>`
      select (
          select json_agg(json_build_object('id', id, 'card_number', card_number, 'comment', comment)) from card
          where company_id = ${companyId} and id = any(${listIds((row) => row.card_id)}::bigint[])) as cards,
        (select json_agg(json_build_object('id', id, 'title', title)) from partner
          where id = any(${listIds((row) => row.partner_id)}::bigint[])) as partners,
        (select json_agg(json_build_object('id', id, 'title', title)) from vehicle_group
          where company_id = ${companyId} and id = any(${listIds((row) => row.group_id)}::bigint[])) as groups`,
  );
  return {
    cards: new Map(cards?.map((card) => [card.id, card])),
    partners: new Map(partners?.map((partner) => [partner.id, partner])),
    groups: new Map(groups?.map(({ id, title }) => [id, title])),
  };
}
