import { sql, type RawBuilder } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import { encodeBigints } from '../../../db/parameter.ts';
import { getNextMonth, startOfDay } from '../../../lib/days.ts';
import { writeMotorFuel } from '../../programme/partners/partners.ts';
import { writeCharged } from '../../programme/tariffs/tariffs.ts';

/** Purchases of a truck in a Moscow month: purchases less refunds, as charged to its company. */
export interface FuelMonth {
  /** `YYYY-MM`. */
  month: string;
  /** Amount for the fuel that the truck takes. */
  kopecks: number;
  centilitres: number;
  /** Amount for everything else: AdBlue, washing, another fuel. */
  otherKopecks: number;
  otherCentilitres: number;
  /** The truck's fuel in the published documents of this month. Null while there are none. */
  documentedCentilitres: number | null;
}

/**
 * The road between two readings of an odometer that follow each other, and the fuel of the truck's kind that was filled on it:
 * purchases less refunds, as the company is charged.
 */
export interface OdometerInterval {
  companyId: number;
  vehicleId: number;
  since: Date;
  until: Date;
  kmSince: number;
  kmUntil: number;
  centilitres: number;
  kopecks: number;
  /** Tolls of the road. */
  tollKopecks: number;
}

/** A driver reads the odometer and fills up at one stop: a filling so soon after a reading is the reading's own. */
const PUMP_WINDOW = '1 hour';

const REFUND_SIGN = sql`(case operation.type_id when ${OPERATION_TYPE.refund} then -1 else 1 end)`;

/** Compares a company with one, or with several. */
function isAmong([first, ...others]: readonly CompanyScope[]): RawBuilder<unknown> {
  if (first && others.length === 0) return sql`= ${first.companyId}`;
  return sql`= any(${encodeBigints([first, ...others].flatMap((scope) => (scope ? [scope.companyId] : [])))}::bigint[])`;
}

/**
 * Selects what cards bought while they were on a truck. `created_at` of fuel is the moment of the sale (migration 901),
 * and indexed.
 */
function soldToTrucks(scopes: readonly CompanyScope[], which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select riding.vehicle_id, operation.id as operation_id, operation.sold_at, coalesce(${writeMotorFuel()} = vehicle.fuel, false) as is_fuel,
      ${REFUND_SIGN} * ${writeCharged()} as kopecks, ${REFUND_SIGN} * coalesce(operation.centilitres, 0) as centilitres
    from card_on_vehicle riding join vehicle on vehicle.id = riding.vehicle_id
      join operation on operation.card_id = riding.card_id
        and operation.sold_at >= riding.since and (riding.until is null or operation.sold_at < riding.until)
      left join sale_price price on price.operation_id = operation.id
    where riding.company_id ${isAmong(scopes)} and operation.company_id ${isAmong(scopes)}
      and operation.status_id = ${OPERATION_STATUS.done} and operation.sold_at is not null and ${which}`;
}

/** The truck's months since a moment, of the cards that were on it at the time. */
export function listFuelMonths(
  db: Db,
  scope: CompanyScope,
  { vehicleId, since }: { vehicleId: number; since: Date },
): Promise<FuelMonth[]> {
  const which = sql`riding.vehicle_id = ${vehicleId} and operation.created_at >= ${since}`;
  const isListed = sql`transfer.subject_id in (select operation_id from sold where is_fuel)`;
  return rows(db, selectFuelMonths<FuelMonth>(scope, { which, isListed, documented: sql`sold` }));
}

/** Months of all trucks of a company from the first to the last one, each as `listFuelMonths` has it. */
export function listFuelMonthsOfFleet(
  db: Db,
  scope: CompanyScope,
  { from, to }: { from: string; to: string },
): Promise<(FuelMonth & { vehicleId: number })[]> {
  const [since, until] = [`${from}-01`, `${getNextMonth(to)}-01`].map(startOfDay);
  const which = sql`operation.created_at >= ${since} and operation.created_at < ${until}`;
  const isListed = sql`line.month between ${from} and ${to}`;
  // Documents of a month have sales of earlier ones too, which their networks had not reported in time.
  const documented = sql`(${soldToTrucks([scope], sql`operation.id in (select operation_id from line)`)})`;
  return rows(db, selectFuelMonths(scope, { which, isListed, documented }));
}

/**
 * Selects months of trucks: what `which` sold to them, and what of the `documented` sales stands in the documents' lines that
 * `isListed` chooses.
 */
function selectFuelMonths<Row = FuelMonth & { vehicleId: number }>(
  scope: CompanyScope,
  { which, isListed, documented }: Record<'which' | 'isListed' | 'documented', RawBuilder<unknown>>,
): RawBuilder<Row> {
  return sql<Row>`
    with sold as (${soldToTrucks([scope], which)}), line as (
      select distinct transfer.subject_id as operation_id, line.month
      from ledger_transfer transfer
      join month_closing_line line on line.transfer_id = transfer.id and line.company_id = transfer.company_id
      where transfer.company_id = ${scope.companyId} and transfer.subject_kind = 'operation' and ${isListed}
    ), bought as (
      select vehicle_id, to_char(sold_at at time zone 'Europe/Moscow', 'YYYY-MM') as month,
        coalesce(sum(kopecks) filter (where is_fuel), 0)::bigint as kopecks,
        coalesce(sum(centilitres) filter (where is_fuel), 0)::bigint as centilitres,
        coalesce(sum(kopecks) filter (where not is_fuel), 0)::bigint as other_kopecks,
        coalesce(sum(centilitres) filter (where not is_fuel), 0)::bigint as other_centilitres
      from sold group by 1, 2
    ), documented as (
      select sale.vehicle_id, line.month, sum(sale.centilitres)::bigint as centilitres
      from ${documented} sale join line on line.operation_id = sale.operation_id
      where sale.is_fuel group by 1, 2
    )
    select listed.vehicle_id as "vehicleId", listed.month, listed.kopecks, listed.centilitres, "otherKopecks", "otherCentilitres",
      case when closing.month is not null then coalesce(documented, 0)::bigint end as "documentedCentilitres"
    from (
      select vehicle_id, month, coalesce(bought.kopecks, 0)::bigint as kopecks,
        coalesce(bought.centilitres, 0)::bigint as centilitres,
        coalesce(other_kopecks, 0)::bigint as "otherKopecks", coalesce(other_centilitres, 0)::bigint as "otherCentilitres",
        documented.centilitres as documented
      from bought full join documented using (vehicle_id, month)
    ) listed
    left join month_closing closing
      on closing.company_id = ${scope.companyId} and closing.month = listed.month and closing.state = 'done'
    order by 1, 2`;
}

/**
 * Lists the intervals between readings that a range of time touches, oldest first, of one truck or all of the companies. A
 * filling belongs to the interval that its moment lies in: the one at the first reading is out, the one at the last is in.
 */
export function listIntervals(
  db: Db,
  scopes: readonly CompanyScope[],
  { from, until, vehicleId }: { from: Date; until: Date; vehicleId?: number },
): Promise<OdometerInterval[]> {
  const whose = vehicleId === undefined ? sql`true` : sql`vehicle_id = ${vehicleId}`;
  const inReach = sql`operation.created_at > (select min(since) from road)
    and operation.created_at <= (select max(until) from road) + ${PUMP_WINDOW}::interval
    and riding.vehicle_id in (select vehicle_id from road)`;
  return rows(
    db,
    sql<OdometerInterval>`
      with reading as (
        select company_id, vehicle_id, at, km, lead(at) over following as later, lead(km) over following as later_km
        from vehicle_odometer where company_id ${isAmong(scopes)} and not is_set_aside and ${whose}
        window following as (partition by vehicle_id order by at)
      ), road as (
        select company_id, vehicle_id, at as since, later as until, km as km_since, later_km as km_until
        from reading where later > ${from} and at < ${until}
      )
      select road.company_id as "companyId", road.vehicle_id as "vehicleId", road.since, road.until, road.km_since as "kmSince", road.km_until as "kmUntil",
        coalesce(sum(sold.centilitres), 0)::bigint as centilitres, coalesce(sum(sold.kopecks), 0)::bigint as kopecks,
        (select coalesce(sum(toll.kopecks), 0)::bigint from vehicle_toll toll
          where toll.company_id = road.company_id and toll.vehicle_id = road.vehicle_id
            and toll.at > road.since and toll.at <= road.until) as "tollKopecks"
      from road left join (${soldToTrucks(scopes, inReach)}) sold on sold.is_fuel and sold.vehicle_id = road.vehicle_id
        and sold.sold_at > road.since + ${PUMP_WINDOW}::interval and sold.sold_at <= road.until + ${PUMP_WINDOW}::interval
      group by 1, 2, 3, 4, 5, 6 order by 2, 3`,
  );
}

export interface CardOnTruck {
  card_id: number;
  card_number: string;
  comment: string;
  since: Date;
  until: Date | null;
}

const MAX_SPANS = 500;

/** Lists the cards that have been on the truck, the newest first. */
export function listCardsOnTrucks(db: Db, scope: CompanyScope, vehicleId: number): Promise<CardOnTruck[]> {
  return rows(
    db,
    sql<CardOnTruck>`
      select riding.card_id, card.card_number, card.comment, riding.since, riding.until
      from card_on_vehicle riding join card on card.id = riding.card_id
      where riding.company_id = ${scope.companyId} and riding.vehicle_id = ${vehicleId}
      order by riding.until desc nulls first, riding.since desc, riding.id desc limit ${MAX_SPANS}`,
  );
}
