import {
  FIELDS,
  type Grid,
  type LevelState,
  type Place,
  type RoadStation,
  type Trail,
  drive,
  refuel,
  restart,
} from './tank-levels.ts';

/**
 * A road with filling stations, as input of the plan. Fuel is counted in whole units of the caller's choosing (a litre,
 * five litres), money in kopecks.
 */
export interface FuelRoad {
  tank: number;
  start: number;
  /** The tank never holds less: not at a pump, not at the end. */
  reserve: number;
  /** Burnt from the start to the end of the road. */
  way: number;
  /** Cost of a stop besides its fuel, in kopecks. It only decides between plans and is not paid. */
  stopCost: number;
  /** Stations, ordered along the road. */
  stations: readonly RoadStation[];
  limits: readonly RoadLimit[];
}

/** Together the stations may sell no more: units of fuel, kopecks, or fillings. */
export interface RoadLimit {
  /** Indices of stations, rising. */
  stations: readonly number[];
  of: 'fuel' | 'money' | 'fillings';
  max: number;
}

export interface PlannedStop {
  /** Index among the stations of the road. */
  station: number;
  /** Fuel in the tank on arrival at the pump. */
  arrival: number;
  bought: number;
}

export type StopPlan =
  | { ok: true; stops: PlannedStop[]; end: number; cost: number }
  /**
   * No next stop or end can be reached from the `after`-th station (-1: from the start). `limits` names the limits in
   * the way; when it is empty, the tank is too small.
   */
  | { ok: false; after: number; limits: number[] }
  /** The plan cannot be computed so finely and needs larger units. */
  | { ok: null };

/** Maximum of states times stations, which takes some tenths of a second. */
export const MAX_WORK = 6_000_000;
/** The plan with fewer stops wins among equally expensive ones. */
const ROUNDING_ERROR = 1 / 4096;

/**
 * Returns where and how much to fuel so that the trip costs least: the gas station problem on a fixed road (Khuller,
 * Malekian, Mestre, «To Fill or Not to Fill: The Gas Station Problem», ACM Trans. Algorithms 7(3), 2011). Its greedy
 * rule, «fill up, or buy just enough for the next cheaper station», is no longer right with detours and limits, so this
 * uses dynamic programming over the levels of the tank. The least cost of being on the road with each level is carried
 * from station to station. The best arrival level is the minimum of a sliding window, so a station costs one pass over
 * the levels. A limit that the plan overdraws is watched from then on: the state also counts what was bought under it,
 * and the plan is made again. Each plan is the best of a wider choice than the next, so the first that overdraws nothing
 * is the best of all. Limits whose stations do not overlap (one day after another) share one counter. A money limit is
 * watched as litres at its highest price. It is never overdrawn, but a little of it may be left. Otherwise the result
 * is exact in the units. Afterwards `watched`, indices of limits, contains the limits that the plan has reached.
 */
export function planStops(
  road: FuelRoad,
  { maxWork = MAX_WORK, watched = [] }: { maxWork?: number; watched?: number[] } = {},
): StopPlan {
  for (;;) {
    const places = listPlaces(road, watched);
    const states = places.reduce((size, { max }) => size * (max + 1), road.tank + 1);
    if (states * (road.stations.length + 1) > maxWork) return { ok: null };
    const plan = planWatched(road, places);
    if (!plan.ok) return { ...plan, limits: watched };
    const overdrawn = road.limits.flatMap((limit, index) =>
      isOverdrawn(road, limit, plan.stops) ? [index] : [],
    );
    if (overdrawn.length === 0) return plan;
    watched.push(...overdrawn);
  }
}

function isOverdrawn(
  { stations }: FuelRoad,
  { stations: own, of, max }: RoadLimit,
  stops: readonly PlannedStop[],
): boolean {
  const used = stops.filter(({ station }) => own.includes(station));
  if (of === 'fillings') return used.length > max;
  return (
    used.reduce(
      (sum, { station, bought }) => sum + bought * (of === 'money' ? stations[station]!.counted : 1),
      0,
    ) > max
  );
}

function listPlaces({ stations, limits }: FuelRoad, watched: readonly number[]): Place[] {
  const inOrder = watched
    .map((index) => limits[index]!)
    .filter((roadLimit) => roadLimit.stations.length > 0)
    .toSorted((a, b) => a.stations[0]! - b.stations[0]!);
  const places: (Place & { last: number })[] = [];
  for (const limit of inOrder) {
    const dearest = limit.stations.reduce((max, index) => Math.max(max, stations[index]!.counted), 1);
    const allowed = Math.max(0, Math.floor(limit.of === 'money' ? limit.max / dearest : limit.max));
    const last = limit.stations.at(-1)!;
    let place = places.find((item) => item.last < limit.stations[0]!);
    if (!place) {
      place = { max: 0, at: stations.map(() => null), endsAfter: stations.map(() => false), last };
      places.push(place);
    }
    place.max = Math.max(place.max, allowed);
    place.last = last;
    place.endsAfter[last] = true;
    for (const index of limit.stations) place.at[index] = { isFuel: limit.of !== 'fillings', max: allowed };
  }
  return places;
}

function planWatched(
  road: FuelRoad,
  places: readonly Place[],
): Extract<StopPlan, { ok: true }> | { ok: false; after: number } {
  const levels = road.tank + 1;
  const steps: number[] = [];
  let size = levels;
  for (const { max } of places) {
    steps.push(size);
    size *= max + 1;
  }
  const grid: Grid = { levels, size, places, steps, reserve: road.reserve, tank: road.tank };
  const cost = new Float64Array(size).fill(Infinity);
  const trail = new Int32Array(size).fill(-1);
  const behind: Trail = { stored: new Int32Array(FIELDS * 4096), count: 0 };
  const now: LevelState = {
    cost,
    trail,
    before: new Float64Array(size),
    came: new Int32Array(size),
    behind,
    queue: new Int32Array(levels),
    values: new Float64Array(levels),
  };
  if (road.start >= road.reserve) cost[Math.min(road.start, road.tank)] = 0;
  let position = 0;
  for (const [index, station] of road.stations.entries()) {
    if (!drive(grid, cost, trail, station.at - position)) return { ok: false, after: index - 1 };
    position = station.at;
    refuel(grid, now, { ...station, index, stop: road.stopCost + ROUNDING_ERROR });
    for (const [digit, place] of places.entries())
      if (place.endsAfter[index]) restart(grid, cost, trail, digit);
  }
  if (!drive(grid, cost, trail, road.way - position)) return { ok: false, after: road.stations.length - 1 };
  let best = 0;
  for (let state = 1; state < size; state += 1) {
    const dearer = cost[state]! - cost[best]!;
    // Of equally cheap ends the one with the most fuel left wins.
    if (dearer < 0 || (dearer === 0 && state % levels > best % levels)) best = state;
  }
  const stops: PlannedStop[] = [];
  for (let at = trail[best]! * FIELDS; at >= 0; at = behind.stored[at + 3]! * FIELDS) {
    const station = behind.stored[at]!;
    const arrival = behind.stored[at + 1]! - road.stations[station]!.aside;
    stops.push({ station, arrival, bought: behind.stored[at + 2]! });
  }
  const paid = stops.reduce((sum, stop) => sum + stop.bought * road.stations[stop.station]!.price, 0);
  return { ok: true, stops: stops.reverse(), end: best % levels, cost: paid };
}
