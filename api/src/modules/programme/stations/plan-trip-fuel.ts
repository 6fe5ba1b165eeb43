import { type FuelRoad, MAX_WORK, planStops } from './plan-stops.ts';
import { type RoadStation, getDetour } from './tank-levels.ts';

/** A trip planned on the map. Fuel is counted in whole units of the caller's choice (tenths of a litre). */
export interface FuelTrip {
  tank: number;
  start: number;
  /** The tank never holds less: not at a station, not at the end. */
  reserve: number;
  /** Fuel burnt from the start to the end of the road, in units of the plan. */
  way: number;
  /** Stations, ordered along the road. */
  stations: readonly FuelStop[];
  /** Maximum that may be bought in the whole trip, by network. */
  caps?: ReadonlyMap<number, number>;
}

export interface FuelStop {
  /** Burnt from the start to where one leaves the road for the station. */
  at: number;
  /** Burnt from the road to the station; the same again on the way back. */
  aside: number;
  /** Whole kopecks for each litre. */
  price: number;
  /** The network whose card the station takes. Only set where cards have limits. */
  network?: number;
}

export interface Refuel {
  /** Index among the trip's stations. */
  station: number;
  /** Fuel in the tank on arrival at the pump. */
  arrival: number;
  bought: number;
}

export type FuelPlan =
  | { ok: true; refuels: Refuel[]; end: number }
  /** No way of refuelling leads on from the `after`-th station (-1: from the start) to the next (or to the end). */
  | { ok: false; after: number }
  /** Input that would have to be smaller for a plan to be possible to compute. */
  | { ok: false; tooLarge: 'way' | 'caps' };

/** With fewer levels of the tank a plan would be too coarse to be useful. */
const LEAST_LEVELS = 32;

/**
 * The cheapest way to fuel on a trip (`planStops`), on the finest grain that can be computed within the bound: on a grain of 1 it is
 * exact in the trip's units. A coarse one is made again among its own stops, which are few enough for a finer grain.
 */
export function planTripFuel(trip: FuelTrip, maxWork = MAX_WORK): FuelPlan {
  const caps = [...(trip.caps ?? [])];
  const watched: number[] = [];
  for (;;) {
    const grain = chooseGrain(
      trip,
      watched.map((index) => caps[index]?.[1] ?? 0),
      maxWork,
    );
    if (grain === null) return { ok: false, tooLarge: watched.length > 0 ? 'caps' : 'way' };
    const plan = planOnGrain(trip, grain, { maxWork, watched });
    if (plan) return grain > 1 && 'refuels' in plan ? refinePlan(trip, plan, maxWork) : plan;
  }
}

function chooseGrain(trip: FuelTrip, caps: readonly number[], maxWork: number): number | null {
  const coarsest = Math.max(1, trip.tank / LEAST_LEVELS);
  for (let grain = 1; grain <= coarsest; grain += 1) {
    const levels = Math.floor(trip.tank / grain) + 1;
    const states = caps.reduce((size, cap) => size * (Math.floor(cap / grain) + 1), levels);
    if (states * (trip.stations.length + 1) <= maxWork) return grain;
  }
  return null;
}

/** Plans on levels of this many units. Returns null when the limits watched now make it too much work. */
export function planOnGrain(
  trip: FuelTrip,
  grain: number,
  how: { maxWork?: number; watched?: number[] } = {},
): FuelPlan | null {
  const road = toRoad(trip, grain);
  const plan = planStops(road, how);
  if (plan.ok === null) return null;
  if (!plan.ok) return { ok: false, after: plan.after };
  let [fuel, position] = [trip.start, 0];
  const refuels = plan.stops.flatMap(({ station, arrival, bought }): Refuel[] => {
    const { at, aside } = trip.stations[station] as FuelStop;
    const rounded = road.stations[station] as RoadStation;
    const level = arrival + rounded.aside + bought - getDetour(rounded);
    // Back on the road the tank has its level and the fuel saved by rounding until here; further savings are not bought.
    const back = level * grain + (rounded.at * grain - at);
    const here = fuel - (at - position) - aside;
    const missing = back + aside - here;
    if (missing <= 0) return [];
    fuel = back;
    position = at;
    return [{ station, arrival: here, bought: missing }];
  });
  return { ok: true, refuels, end: fuel - (trip.way - position) };
}

function toRoad({ tank, start, reserve, way, stations, caps }: FuelTrip, grain: number): FuelRoad {
  return {
    // Leaves space for what rounding saves.
    tank: Math.floor((tank - grain + 1) / grain),
    start: Math.floor(start / grain),
    reserve: Math.ceil(reserve / grain),
    way: Math.ceil(way / grain),
    stopCost: 0,
    stations: stations.map(({ at, aside, price }) => ({
      at: Math.ceil(at / grain),
      aside: Math.ceil(aside / grain),
      detour: (2 * aside) / grain,
      price: price * grain,
      counted: 0,
      max: null,
    })),
    limits: [...(caps ?? [])].map(([network, cap]) => ({
      stations: stations.flatMap((station, index) => (station.network === network ? [index] : [])),
      of: 'fuel',
      max: Math.floor(cap / grain),
    })),
  };
}

function refinePlan(trip: FuelTrip, plan: FuelPlan & { ok: true }, maxWork: number): FuelPlan {
  const stops = plan.refuels.map(({ station }) => station);
  if (stops.length === trip.stations.length) return plan;
  const stations = stops.map((station) => trip.stations[station] as FuelStop);
  const finer = planTripFuel({ ...trip, stations }, maxWork);
  if (!finer.ok) return plan;
  const refuels = finer.refuels.map((refuel) => ({ ...refuel, station: stops[refuel.station] as number }));
  return computeCost(trip, refuels) < computeCost(trip, plan.refuels) ? { ...finer, refuels } : plan;
}

function computeCost({ stations }: FuelTrip, refuels: readonly Refuel[]): number {
  return refuels.reduce((sum, refuel) => sum + refuel.bought * (stations[refuel.station]?.price ?? 0), 0);
}
