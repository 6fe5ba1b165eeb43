import { sql } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { formatLitres, moscowDay } from '../../../lib/money-format.ts';
import { NO_VEHICLE, findVehicle } from '../vehicles/vehicles.ts';
import { findLastFilling } from '../vehicles/find-last-filling.ts';
import { normOn } from '../vehicles/vehicle-month.ts';
import { readPlanCards, type PlanCard } from './read-plan-cards.ts';
import { rows, type Db } from '../../../db/database.ts';
import { writeMotorFuel } from '../../programme/partners/partners.ts';
import { writeCharged } from '../../programme/tariffs/tariffs.ts';
import type { PlanFilling } from './match-fillings.ts';
import type { Vehicle } from '../vehicles/vehicle.ts';

export interface TruckFuel {
  tankCentilitres: number | null;
  norm: number | null;
  season: 'summer' | 'winter' | null;
  estimate: { centilitres: number | null; words: string };
  cards: PlanCard[];
}

/** Returns the truck's data that a plan needs. 404. */
export async function readTruckFuel(
  ctx: Context,
  scope: CompanyScope,
  vehicleId: number,
): Promise<TruckFuel> {
  const now = ctx.clock.now();
  const { vehicle, last } = await ctx.db.inCompany(scope, async (tx) => {
    const found = await findVehicle(tx, scope, vehicleId);
    if (!found || found.isRemoved) throw notFound(NO_VEHICLE);
    return { vehicle: found, last: await findLastFilling(tx, scope, { vehicleId, now }) };
  });
  const norm = vehicle.norm && normOn(vehicle.norm, moscowDay(now));
  const { cards } = await readPlanCards(ctx, scope, { vehicleId, at: now });
  return {
    tankCentilitres: vehicle.tankCentilitres,
    norm,
    season: getSeason(vehicle, norm),
    estimate: estimateTank({ tank: vehicle.tankCentilitres, norm, last }),
    cards,
  };
}

function getSeason({ norm }: Vehicle, now: number | null): TruckFuel['season'] {
  if (!norm || norm.winterCentilitres === null) return null;
  return now === norm.winterCentilitres ? 'winter' : 'summer';
}

interface LastFilling {
  at: Date;
  centilitres: number;
  /**
   * Distance by the odometer, from the nearest reading before the filling to the newest one after it. Null when
   * there is none after the filling.
   */
  km: number | null;
}

/**
 * Estimates the fuel in the tank. It is not measured, so the text names the assumption: the tank was full after the
 * last filling, and the distance by the odometer since then burnt fuel at the norm. Pure.
 */
function estimateTank({
  tank,
  norm,
  last,
}: {
  tank: number | null;
  norm: number | null;
  last: LastFilling | null;
}): TruckFuel['estimate'] {
  if (!last) return { centilitres: null, words: 'Оценить нельзя: по картам этой машины ещё не заправлялись' };
  if (tank === null || norm === null)
    return { centilitres: null, words: 'Оценить нельзя: у машины не указан бак или норма' };
  const day = moscowDay(last.at).split('-').reverse().join('.');
  if (last.km === null)
    return {
      centilitres: null,
      words: `Оценить нельзя: после заправки ${day} (${formatLitres(last.centilitres)}) нет показаний одометра`,
    };
  const left = Math.max(0, tank - Math.round((last.km * norm) / 100));
  return {
    centilitres: left,
    words: `Если ${day} бак залили полностью (${formatLitres(last.centilitres)}): с тех пор по одометру ${last.km} км по норме. Уточните у водителя`,
  };
}

/** Fillings this long before the planned departure still belong to the trip. */
const MAX_READING_AGE = '6 hours';

/**
 * Lists the fuel that the trucks of these plans bought while each plan was in force, oldest first. A plan counts only
 * the fuel that its truck burns.
 */
export async function listPlanFillings(
  db: Db,
  scope: CompanyScope,
  planIds: readonly number[],
): Promise<Map<number, PlanFilling[]>> {
  if (planIds.length === 0) return new Map();
  const sign = sql`case operation.type_id when ${OPERATION_TYPE.purchase} then 1 else -1 end`;
  const found = await rows(
    db,
    sql<PlanFilling>`
      with held as (
        select id, vehicle_id, least(started_at, greatest(sent_at, departs_at - ${MAX_READING_AGE}::interval)) as since, ended_at as until
        from fuel_plan
        where company_id = ${scope.companyId} and id = any(${[...planIds]}::bigint[]) and sent_at is not null
      )
      select held.id as "planId", operation.id as "operationId", operation.sold_at as at,
        ${sign} * operation.centilitres as centilitres,
        ${sign} * ${writeCharged()}::float8 as sum,
        coalesce(operation.address, '') as station, card.card_number as "cardNumber"
      from held
      join card_on_vehicle riding on riding.company_id = ${scope.companyId} and riding.vehicle_id = held.vehicle_id
      join operation on operation.company_id = ${scope.companyId} and operation.card_id = riding.card_id
        and operation.sold_at >= riding.since and (riding.until is null or operation.sold_at < riding.until)
        and operation.sold_at >= held.since and (held.until is null or operation.sold_at <= held.until)
      join card on card.id = operation.card_id join vehicle on vehicle.id = held.vehicle_id
      left join sale_price price on price.operation_id = operation.id
      where operation.status_id = ${OPERATION_STATUS.done} and operation.centilitres is not null
        and operation.type_id in (${OPERATION_TYPE.purchase}, ${OPERATION_TYPE.refund})
        and ${writeMotorFuel()} = vehicle.fuel
      order by operation.sold_at, operation.id`,
  );
  return Map.groupBy(found, ({ planId }) => planId);
}
