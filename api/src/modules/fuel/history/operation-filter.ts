import { OPERATION_FILTERS, type OperationFilterValues } from '#contract/fuel/operation-filter.ts';
import { formatPlate } from '#contract/values/plate.ts';
import { sql, type RawBuilder } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { DRIVERS_THEN, isWithinSpan } from './join-holders.ts';
import { getOnlyRow, type Db } from '../../../db/database.ts';

/** Selects operations of a company; days are Moscow days, both included. */
export interface OperationFilter extends OperationFilterValues {
  /** Any of these: what a question is about. */
  cardIds?: readonly number[] | undefined;
  driverIds?: readonly number[] | undefined;
  goodsTitles?: readonly string[] | undefined;
  vehicleIds?: readonly number[] | undefined;
}

/** Puts a value into a statement: as a parameter, or as a literal where the statement takes no parameters. */
export type AddParameter = (value: string | number) => RawBuilder<unknown>;

type Condition = (value: RawBuilder<unknown>) => RawBuilder<unknown>;

/** Conditions on the table `operation`: each test that a filter of the contract makes of a field. */
const CONDITIONS: FieldConditions<typeof OPERATION_FILTERS> = {
  // The casts prevent an error for an id too large for an integer: such an id matches nothing.
  id: { is: (id) => sql`operation.id = ${id}::bigint` },
  card: { is: (id) => sql`operation.card_id = ${id}::bigint` },
  partner: { is: (id) => sql`operation.partner_id = ${id}::bigint` },
  drivers: {
    includes: (id) => isDrivenBy(sql`= ${id}::bigint`),
    are: (ids) => sql`${DRIVERS_THEN} = replace(${ids}, 'none', '')`,
  },
  vehicles: {
    // The cards first, by their index: a truck has few.
    includes: (
      id,
    ) => sql`operation.card_id in (select card_id from card_on_vehicle where vehicle_id = ${id}::bigint)
      and exists (select from card_on_vehicle riding where riding.vehicle_id = ${id}::bigint
        and riding.card_id = operation.card_id and ${isWithinSpan('riding')})`,
  },
  group: {
    is: (
      id,
    ) => sql`exists (select from operation_allocation charged where charged.company_id = operation.company_id
      and charged.operation_id = operation.id and charged.group_id = ${id}::bigint)`,
  },
  goods: { is: (title) => sql`operation.goods_title = ${title}` },
  station: { is: (address) => sql`operation.address = ${address}` },
  type: { is: (id) => isKind('operation.type_id', id) },
  status: { is: (id) => isKind('operation.status_id', id) },
  day: {
    from: (day) => sql`operation.created_at >= ${day}::date::timestamp at time zone 'Europe/Moscow'`,
    to: (day) => sql`operation.created_at < (${day}::date + 1)::timestamp at time zone 'Europe/Moscow'`,
  },
};

type FieldConditions<Filters extends Record<string, { field: string; test: string }>> = {
  [Field in Filters[keyof Filters]['field']]: {
    [Test in Extract<Filters[keyof Filters], { field: Field }>['test']]: Condition;
  };
};

/** The conditions of a filter on the table `operation`. */
export function whichOperations(
  scope: CompanyScope,
  filter: OperationFilter,
  put: AddParameter = sql.val,
): RawBuilder<unknown> {
  const all = [sql`operation.company_id = ${put(scope.companyId)}::bigint`];
  for (const [name, { field, test }] of Object.entries(OPERATION_FILTERS)) {
    const value = filter[name as keyof OperationFilterValues];
    const tests: Partial<Record<typeof test, Condition>> = CONDITIONS[field];
    const condition = tests[test];
    if (value !== undefined && condition) all.push(condition(put(value)));
  }
  all.push(...matchesAnyFilter(filter, put));
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

const KNOWN_TO_DAYS: readonly string[] = ['typeId', 'statusId', 'dateFrom', 'dateTo'];

/** Returns whether the counted days can answer the filter. They have no cards, goods or stations. */
export function canUseDayCounts(filter: OperationFilter): boolean {
  return Object.entries(filter).every(([name, value]) => value === undefined || KNOWN_TO_DAYS.includes(name));
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
  { companyId }: CompanyScope,
  { typeId, statusId }: OperationFilter,
): RawBuilder<unknown>[] {
  return [
    sql`${sql.ref(`${table}.company_id`)} = ${companyId}::bigint`,
    ...(typeId === undefined ? [] : [isKind(`${table}.type_id`, sql.val(typeId))]),
    ...(statusId === undefined ? [] : [isKind(`${table}.status_id`, sql.val(statusId))]),
  ];
}

/**
 * Compares type or status. If they were index conditions, the planner would expect to skip through every day for each of them,
 * and would scan the whole table instead.
 */
function isKind(column: string, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${sql.ref(column)} + 0 = ${id}::bigint`;
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
