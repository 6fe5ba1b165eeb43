import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { formatLitres, moscowDay } from '../../../lib/money-format.ts';
import { findVehicle } from '../vehicles/find-vehicle.ts';
import { findLastFilling } from '../vehicles/find-last-filling.ts';
import { normOn } from '../vehicles/vehicle-month.ts';
import { NO_VEHICLE, type Vehicle } from '../vehicles/vehicle.ts';
import { readPlanCards, type PlanCard } from './read-plan-cards.ts';

export interface TruckFuel {
  tankCentilitres: number | null;
  norm: number | null;
  season: 'summer' | 'winter' | null;
  estimate: { centilitres: number | null; words: string };
  cards: PlanCard[];
}

/** What a plan needs to know of a truck. 404. */
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
    season: seasonOf(vehicle, norm),
    estimate: estimateOf({ tank: vehicle.tankCentilitres, norm, last }),
    cards,
  };
}

function seasonOf({ norm }: Vehicle, now: number | null): TruckFuel['season'] {
  if (!norm || norm.winterCentilitres === null) return null;
  return now === norm.winterCentilitres ? 'winter' : 'summer';
}

interface LastFilling {
  at: Date;
  centilitres: number;
  /** By the odometer from the reading nearest before it until the newest after it; null: there is none after it. */
  km: number | null;
}

/**
 * What may be in the tank: nobody measures it, so it is said under which assumption. After the last filling the tank is taken to
 * have been full, and what the odometer ran since is burnt at the norm. Pure.
 */
function estimateOf({
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
