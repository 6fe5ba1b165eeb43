import { sql } from 'kysely';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { getOnlyRow, rows, type Db } from '../../../../db/database.ts';
import { DRIVER_SHORT_NAME } from '../../../cards/drivers/drivers.ts';
import { JOIN_ASSIGNMENT } from '../../assignments/purchase-assignments.ts';
import { joinSpans } from '../join-holders.ts';
import { whichOperations } from '../operation-filter.ts';
import { JOIN_OF_ROW, OPERATION_ROW, type OperationRow } from '../operation-row.ts';
import type { OperationVehicle } from '../operation-subjects.ts';
import { SIDES } from '../summary-side-store.ts';

/** Operation as the browser's own list of operations needs it. */
export interface ColumnRow extends OperationRow {
  id: number;
  /** Microseconds since 1970: the order of the list. */
  at_us: number;
  partner_id: number;
  /** Null where there were none. */
  drivers: { id: number; name: string }[] | null;
  /** The last one that the card was put on comes first; null where there were none. */
  vehicles: OperationVehicle[] | null;
  /** Group in which the first truck was then; 0: none. */
  truck_group_id: number;
  group_id: number | null;
  group_cost_centre: string | null;
  cost_centre: string | null;
  trip_number: string | null;
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
): Promise<ColumnRow[]> {
  const behind =
    before === null
      ? sql`true`
      : sql`(operation.created_at, operation.id) < ('epoch'::timestamptz + ${before.atUs}::bigint * interval '1 microsecond', ${before.id}::bigint)`;
  return rows(
    db,
    sql<ColumnRow>`
      select operation.id, ${OPERATION_ROW}, (extract(epoch from operation.created_at) * 1000000)::bigint as at_us,
        operation.partner_id, crew.drivers, ride.vehicles, ${SIDES.group.of} as truck_group_id, charged.group_id, charged.cost_centre as group_cost_centre,
        assigned.cost_centre, assigned.trip_number
      from (
        select operation.* from operation
        where operation.company_id = ${scope.companyId} and ${whichOperations(scope, { dateFrom })} and ${behind}
        order by operation.created_at desc, operation.id desc limit ${limit}
      ) operation
      ${JOIN_OF_ROW} ${JOIN_ASSIGNMENT}
      ${joinSpans(scope.companyId, { table: 'driver_on_card', as: 'crew', column: 'drivers', select: DRIVERS })}
      ${joinSpans(scope.companyId, { table: 'card_on_vehicle', as: 'ride', column: 'vehicles', select: VEHICLES })}
      order by operation.created_at desc, operation.id desc`,
  );
}

const DRIVERS = sql`
  select json_agg(json_build_object('id', driver.id, 'name', ${DRIVER_SHORT_NAME})
    order by driver.surname, driver.name, driver.id)
  from driver_on_card span join driver on driver.company_id = span.company_id and driver.id = span.driver_id`;

const VEHICLES = sql`
  select json_agg(json_build_object('id', vehicle.id, 'plate', vehicle.plate, 'brand', vehicle.brand) order by span.since desc)
  from card_on_vehicle span join vehicle on vehicle.company_id = span.company_id and vehicle.id = span.vehicle_id`;

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
  found: readonly ColumnRow[],
): Promise<OperationNames> {
  const listIds = (read: (row: ColumnRow) => number | null) => [...new Set(found.map(read))];
  const groupIds = [...listIds((row) => row.group_id), ...listIds((row) => row.truck_group_id)];
  const { cards, partners, groups } = await getOnlyRow(
    db,
    sql<{ [Name in keyof Named]: Named[Name] | null }>`
      select (
          select json_agg(json_build_object('id', id, 'card_number', card_number, 'comment', comment)) from card
          where company_id = ${companyId} and id = any(${listIds((row) => row.card_id)}::bigint[])) as cards,
        (select json_agg(json_build_object('id', id, 'title', title)) from partner
          where id = any(${listIds((row) => row.partner_id)}::bigint[])) as partners,
        (select json_agg(json_build_object('id', id, 'title', title)) from vehicle_group
          where company_id = ${companyId} and id = any(${groupIds}::bigint[])) as groups`,
  );
  return {
    cards: new Map(cards?.map((card) => [card.id, card])),
    partners: new Map(partners?.map((partner) => [partner.id, partner])),
    groups: new Map(groups?.map(({ id, title }) => [id, title])),
  };
}
