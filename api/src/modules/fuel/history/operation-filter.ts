import { formatPlate } from '#contract/values/plate.ts';
import { sql, type RawBuilder } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { DRIVERS_THEN, isWithinSpan } from './join-holders.ts';
import { getOnlyRow, type Db } from '../../../db/database.ts';

/** Selects operations of a company; days are Moscow days, both included. */
export interface OperationFilter {
  /** Only the operation with this id. */
  operationId?: number | undefined;
  cardId?: number | undefined;
  partnerId?: number | undefined;
  /** Only operations of cards while this driver was attached to them. */
  driverId?: number | undefined;
  /** Only operations of cards while exactly these drivers were attached to them: `3,7`, or `none`. */
  drivers?: string | undefined;
  /** Only operations of cards while they were on this truck. */
  vehicleId?: number | undefined;
  /** Only purchases and refunds that are charged to this group. */
  groupId?: number | undefined;
  /** The title of what was sold. */
  goods?: string | undefined;
  /** Any of these, each as the one above: what a question is about. */
  cardIds?: readonly number[] | undefined;
  driverIds?: readonly number[] | undefined;
  goodsTitles?: readonly string[] | undefined;
  vehicleIds?: readonly number[] | undefined;
  /** The address where it was sold. */
  station?: string | undefined;
  typeId?: number | undefined;
  statusId?: number | undefined;
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
}

/** Puts a value into a statement: as a parameter, or as a literal where the statement takes no parameters. */
export type AddParameter = (value: string | number) => RawBuilder<unknown>;

/** The conditions of a filter on the table `operation`. */
export function whichOperations(
  scope: CompanyScope,
  filter: OperationFilter,
  put: AddParameter = sql.val,
): RawBuilder<unknown> {
  const all = kinds('operation', scope, filter, put);
  // The cast prevents an error for an id too large for an integer: such an id matches nothing.
  if (filter.operationId !== undefined) all.push(sql`operation.id = ${put(filter.operationId)}::bigint`);
  if (filter.cardId !== undefined) all.push(sql`operation.card_id = ${put(filter.cardId)}::bigint`);
  if (filter.partnerId !== undefined) all.push(sql`operation.partner_id = ${put(filter.partnerId)}::bigint`);
  if (filter.driverId !== undefined) {
    all.push(isDrivenBy(sql`= ${put(filter.driverId)}::bigint`));
  }
  if (filter.drivers !== undefined) {
    all.push(sql`${DRIVERS_THEN} = ${put(filter.drivers === 'none' ? '' : filter.drivers)}`);
  }
  all.push(...matchesAnyFilter(filter, put));
  if (filter.vehicleId !== undefined) {
    // The cards first, by their index: a truck has few.
    all.push(sql`operation.card_id in (select card_id from card_on_vehicle where vehicle_id = ${put(filter.vehicleId)}::bigint)
      and exists (select from card_on_vehicle riding where riding.vehicle_id = ${put(filter.vehicleId)}::bigint
        and riding.card_id = operation.card_id and ${isWithinSpan('riding')})`);
  }
  if (filter.groupId !== undefined) {
    all.push(sql`exists (select from operation_allocation charged where charged.company_id = operation.company_id
      and charged.operation_id = operation.id and charged.group_id = ${put(filter.groupId)}::bigint)`);
  }
  if (filter.goods !== undefined) all.push(sql`operation.goods_title = ${put(filter.goods)}`);
  if (filter.station !== undefined) all.push(sql`operation.address = ${put(filter.station)}`);
  if (filter.dateFrom !== undefined) {
    all.push(
      sql`operation.created_at >= ${put(filter.dateFrom)}::date::timestamp at time zone 'Europe/Moscow'`,
    );
  }
  if (filter.dateTo !== undefined) {
    all.push(
      sql`operation.created_at < (${put(filter.dateTo)}::date + 1)::timestamp at time zone 'Europe/Moscow'`,
    );
  }
  return sql.join(all, sql` and `);
}

function matchesAnyFilter(
  { cardIds, driverIds, goodsTitles, vehicleIds }: OperationFilter,
  put: AddParameter,
): RawBuilder<unknown>[] {
  // An empty list matches nothing.
  const isAmong = (some: readonly (number | string)[]) =>
    some.length === 0 ? sql`(null)` : sql`(${sql.join(some.map((item) => put(item)))})`;
  const found: RawBuilder<unknown>[] = [];
  if (cardIds !== undefined) found.push(sql`operation.card_id in ${isAmong(cardIds)}`);
  if (driverIds !== undefined) {
    found.push(isDrivenBy(sql`in ${isAmong(driverIds)}`));
  }
  if (vehicleIds !== undefined) {
    found.push(
      sql`exists (select from card_on_vehicle riding where riding.vehicle_id in ${isAmong(vehicleIds)}
        and riding.card_id = operation.card_id and ${isWithinSpan('riding')})`,
    );
  }
  if (goodsTitles !== undefined) found.push(sql`operation.goods_title in ${isAmong(goodsTitles)}`);
  return found;
}

/** While a driver whose id `is` so was attached. His cards first, by their index: he has few. */
function isDrivenBy(is: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`operation.card_id in (select card_id from driver_on_card where driver_id ${is})
    and exists (select from driver_on_card held where held.driver_id ${is} and held.card_id = operation.card_id
      and ${isWithinSpan('held')})`;
}

const UNKNOWN_TO_DAYS = [
  'operationId',
  'cardId',
  'partnerId',
  'driverId',
  'drivers',
  'vehicleId',
  'groupId',
  'goods',
  'station',
  'cardIds',
  'driverIds',
  'goodsTitles',
  'vehicleIds',
] as const satisfies readonly (keyof OperationFilter)[];

/** Returns whether the counted days can answer the filter. They have no cards, goods or stations. */
export function canUseDayCounts(filter: OperationFilter): boolean {
  return UNKNOWN_TO_DAYS.every((name) => filter[name] === undefined);
}

/** The conditions of a filter that `canUseDayCounts` on the counted days, called `counted`. */
export function matchesDays(scope: CompanyScope, filter: OperationFilter): RawBuilder<unknown> {
  const all = kinds('counted', scope, filter);
  if (filter.dateFrom !== undefined) all.push(sql`counted.day >= ${filter.dateFrom}::date`);
  if (filter.dateTo !== undefined) all.push(sql`counted.day <= ${filter.dateTo}::date`);
  return sql.join(all, sql` and `);
}

/** Company, type and status: conditions that the counted days can answer too. */
export function kinds(
  table: 'operation' | 'counted',
  scope: CompanyScope,
  filter: OperationFilter,
  put: AddParameter = sql.val,
): RawBuilder<unknown>[] {
  // If type and status were index conditions, the planner would expect to skip through every day for each of them, and
  // would scan the whole table instead.
  const is = (name: string, value: number) => sql`${sql.ref(`${table}.${name}`)} + 0 = ${put(value)}::bigint`;
  return [
    sql`${sql.ref(`${table}.company_id`)} = ${put(scope.companyId)}::bigint`,
    ...(filter.typeId === undefined ? [] : [is('type_id', filter.typeId)]),
    ...(filter.statusId === undefined ? [] : [is('status_id', filter.statusId)]),
  ];
}

/** Returns the company of a report and describes its filters as text for the heading: «Сеть: Роснефть». */
export async function describeFilter(
  db: Db,
  scope: CompanyScope,
  { cardId, partnerId, driverId, drivers, vehicleId, groupId, goods, station }: OperationFilter,
): Promise<{ company: string; filters: string[] }> {
  const driverIds = [driverId, ...(drivers ?? '').split(',').map(Number)].filter(Boolean);
  const found = await getOnlyRow(
    db,
    sql<{
      company: string;
      card: string | null;
      network: string | null;
      people: string | null;
      plate: string | null;
      group: string | null;
    }>`
      select (select title from company where id = ${scope.companyId}) as company,
        (select card_number || case comment when '' then '' else ', ' || comment end from card
          where id = ${cardId ?? null}::bigint and company_id = ${scope.companyId}) as card,
        (select title from partner where id = ${partnerId ?? null}::bigint) as network,
        (select plate from vehicle where id = ${vehicleId ?? null}::bigint and company_id = ${scope.companyId}) as plate,
        (select title from vehicle_group where id = ${groupId ?? null}::bigint and company_id = ${scope.companyId}) as "group",
        (select string_agg(concat_ws(' ', surname, name, patronymic), ', ' order by id) from driver
          where company_id = ${scope.companyId} and id = any(${driverIds}::bigint[])) as people`,
  );
  const labels = [
    ['Сеть', found.network],
    ['Карта', found.card],
    ['Водитель', found.people ?? (drivers === 'none' ? 'без водителя' : null)],
    ['Машина', found.plate && formatPlate(found.plate)],
    ['Группа', found.group],
    ['Топливо', goods],
    ['АЗС', station],
  ];
  return {
    company: found.company,
    filters: labels.flatMap(([label, text]) => (text ? [`${label}: ${text}`] : [])),
  };
}
