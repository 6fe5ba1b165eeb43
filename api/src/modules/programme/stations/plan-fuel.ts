import { drivenPlan, gridOf, type FuelGrid, type GridRefuel, type GridStop } from './fuel-grid.ts';

/**
 * A trip as the plan sees it. Fuel is counted in whole units of the caller's choosing (tenths of a litre), so that
 * every sum is exact.
 */
export interface FuelTrip {
  tank: number;
  start: number;
  /** The tank never holds less: not at a station, not at the end. */
  reserve: number;
  /** Burnt from the start to the end of the road. */
  way: number;
  /** In the order of the road. */
  stations: readonly FuelStop[];
}

export interface FuelStop {
  /** Burnt from the start to where one leaves the road for the station. */
  at: number;
  /** Burnt from the road to the station; the same again on the way back. */
  aside: number;
  /** Whole kopecks for each litre. */
  price: number;
  /** Whose card it takes; only where cards have limits. */
  network?: number;
}

export interface Refuel {
  /** Index among the trip's stations. */
  station: number;
  /** In the tank on arrival at the pump. */
  arrival: number;
  bought: number;
}

export type FuelPlan =
  | { ok: true; refuels: Refuel[]; end: number }
  /** No way of refuelling leads on from the `after`-th station (-1: from the start) to the next (or to the end). */
  | { ok: false; after: number };

/**
 * Where and how much to fuel so that the trip costs least, on a grid of the tank's levels. The lowest cost of being
 * on the road with each level is known at the start and carried from station to station. At each one the truck either
 * drives past, or leaves with some level and returns with a higher one. The best level to arrive with is a running
 * minimum, so a station costs one pass over the levels.
 */
export function planFuel(trip: FuelTrip, grain = 1): FuelPlan {
  const grid = gridOf(trip, grain);
  let cost = new Float64Array(grid.levels).fill(Infinity);
  let spare = new Float64Array(grid.levels);
  cost[grid.start] = 0;
  // For each station and each level after it: 0 for driving past, otherwise one more than the level before it.
  const chosen = grid.stops.map(() => new Uint16Array(grid.levels));
  let position = 0;
  for (const [index, stop] of grid.stops.entries()) {
    if (!drive(cost, stop.at - position, grid.reserve)) return { ok: false, after: index - 1 };
    position = stop.at;
    refuel(cost, spare, stop, chosen[index]!);
    [cost, spare] = [spare, cost];
  }
  if (!drive(cost, grid.way - position, grid.reserve)) return { ok: false, after: grid.stops.length - 1 };
  const end = cheapest(cost);
  return drivenPlan(trip, grid, trace(grid, chosen, end), end);
}

/** Burns fuel: every level sinks, and what sinks under the reserve is lost. False when nothing is left. */
function drive(cost: Float64Array<ArrayBuffer>, burnt: number, reserve: number): boolean {
  if (burnt > 0) {
    cost.copyWithin(0, burnt);
    cost.fill(Infinity, Math.max(0, cost.length - burnt));
  }
  cost.fill(Infinity, 0, reserve);
  return cost.some((value) => value < Infinity);
}

function refuel(
  before: Float64Array<ArrayBuffer>,
  after: Float64Array<ArrayBuffer>,
  { lowest, highest, unit, stop }: GridStop,
  chosen: Uint16Array,
): void {
  after.set(before);
  let least = Infinity;
  let from = -1;
  for (let level = lowest; level < highest; level += 1) {
    const arrived = before[level]! - level * unit;
    if (arrived < least) {
      least = arrived;
      from = level;
    }
    const total = least + (level + 1) * unit + stop;
    if (total < after[level + 1]!) {
      after[level + 1] = total;
      chosen[level + 1] = from + 1;
    }
  }
}

/** Of equally cheap ends the one with the most fuel left. */
function cheapest(cost: Float64Array): number {
  let end = -1;
  for (let level = 0; level < cost.length; level += 1) {
    if (end < 0 || cost[level]! <= cost[end]!) end = level;
  }
  return end;
}

function trace({ stops, way }: FuelGrid, chosen: readonly Uint16Array[], end: number): GridRefuel[] {
  const refuels: GridRefuel[] = [];
  let position = way;
  let after = end;
  for (let station = stops.length - 1; station >= 0; station -= 1) {
    const { at } = stops[station]!;
    after += position - at;
    position = at;
    const before = chosen[station]![after]! - 1;
    if (before < 0) continue;
    refuels.push({ station, before, after });
    after = before;
  }
  return refuels.reverse();
}
