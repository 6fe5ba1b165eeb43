import { crowded } from '../../../errors.ts';
import { callInWorker, NotServed } from '../../../lib/call-in-worker.ts';
import { roadInUnits, type TripFuel } from './fuel-road.ts';
import { planStops, type FuelRoad, type StopPlan } from '../../programme/stations/plan-stops.ts';
import type { CardLimit } from './road-limits.ts';
import type { RoadPlace } from './road-stations.ts';

/** Litres in a unit: the finest that can be computed is taken. */
const UNITS = [1, 2, 5, 10, 20] as const;
/** Less than this is planned faster than a worker starts. */
const QUICK = 200_000;
const RETRY_SECONDS = 60;

export type Solved = Exclude<StopPlan, { ok: null }> & { litres: number };

/** The cheapest way to fuel, and in which units; null: the road is too long for any. A long one is computed in a worker. */
export async function solveRoad(
  trip: TripFuel,
  about: { places: readonly RoadPlace[]; limits: readonly CardLimit[] },
  signal: AbortSignal,
): Promise<Solved | null> {
  for (const litres of UNITS) {
    const road = roadInUnits(trip, { ...about, litres });
    const plan = await planned(road, signal);
    if (plan.ok !== null) return { ...plan, litres };
  }
  return null;
}

async function planned(road: FuelRoad, signal: AbortSignal): Promise<StopPlan> {
  if (road.limits.length === 0 && road.stations.length * road.tank <= QUICK) return planStops(road);
  return callInWorker<StopPlan>({
    module: new URL('../../programme/stations/plan-stops.ts', import.meta.url),
    name: 'planStops',
    argument: async () => road,
    signal,
  }).catch((error: unknown) => {
    if (!(error instanceof NotServed)) throw error;
    throw crowded('Сейчас считается слишком много планов заправок. Попробуйте через минуту', RETRY_SECONDS);
  });
}
