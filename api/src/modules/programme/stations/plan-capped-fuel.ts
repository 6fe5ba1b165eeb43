import { drivenPlan, gridOf, levelsOf, type FuelGrid, type GridRefuel, type GridStop } from './fuel-grid.ts';
import { planFuel, type FuelPlan, type FuelTrip, type Refuel } from './plan-fuel.ts';

/** By network: the most that may be bought in the whole trip, in the trip's own units. */
export type FuelCaps = ReadonlyMap<number, number>;

export interface CappedTrip extends FuelTrip {
  caps: FuelCaps;
}

/** `tooLarge`: what would have to be smaller for a plan to be possible to compute. */
export type CappedPlan = FuelPlan | { ok: false; tooLarge: 'way' | 'caps' };

/** A plan keeps two bytes for each station and state, and sixteen more for each state: 12 MB at most. */
const MOST_WORK = 6_000_000;
const STATE_IN_STATIONS = 8;
/** With fewer levels a plan would be too coarse to be useful. */
const LEAST_LEVELS = 32;

/**
 * The cheapest way to fuel when the cards of some networks have a limit. If a plan made without the caps keeps within
 * them, it is optimal. Otherwise the networks that it overdraws are watched, one more each time, until none is
 * overdrawn: each plan is the best of a wider choice than the next. Each is computed on the finest grain whose work
 * is within the bound; on a grain of 1 the plan is exact in the trip's units (fuel-grid.ts).
 */
export function planCappedFuel(trip: CappedTrip, mostWork = MOST_WORK): CappedPlan {
  const watched: number[] = [];
  for (;;) {
    const grain = grainOf(trip, watched, mostWork);
    if (grain === null) return { ok: false, tooLarge: watched.length > 0 ? 'caps' : 'way' };
    const plan = watched.length === 0 ? planFuel(trip, grain) : planWatched(trip, watched, grain);
    if (!plan.ok) return plan;
    const overdrawn = [...trip.caps].filter(([network, cap]) => bought(trip, plan.refuels, network) > cap);
    if (overdrawn.length === 0) return grain === 1 ? plan : refined(trip, plan, mostWork);
    watched.push(...overdrawn.map(([network]) => network));
  }
}

function grainOf(trip: CappedTrip, watched: readonly number[], mostWork: number): number | null {
  const coarsest = Math.max(1, trip.tank / LEAST_LEVELS);
  for (let grain = 1; grain <= coarsest; grain += 1) {
    const states = watched.reduce(
      (size, network) => size * (capOf(trip, network, grain) + 1),
      levelsOf(trip.tank, grain),
    );
    if (states * (trip.stations.length + STATE_IN_STATIONS) <= mostWork) return grain;
  }
  return null;
}

/** Plans again among the stops of a coarse plan only: so few stations allow a finer grain. */
function refined(trip: CappedTrip, plan: FuelPlan & { ok: true }, mostWork: number): FuelPlan {
  const stops = plan.refuels.map(({ station }) => station);
  if (stops.length === trip.stations.length) return plan;
  const stations = stops.map((station) => trip.stations[station]!);
  const finer = planCappedFuel({ ...trip, stations }, mostWork);
  if (!finer.ok) return plan;
  const refuels = finer.refuels.map((one) => ({ ...one, station: stops[one.station]! }));
  return costOf(trip, refuels) < costOf(trip, plan.refuels) ? { ...finer, refuels } : plan;
}

function costOf({ stations }: FuelTrip, refuels: readonly Refuel[]): number {
  return refuels.reduce((sum, one) => sum + one.bought * stations[one.station]!.price, 0);
}

function bought({ stations }: FuelTrip, refuels: readonly Refuel[], network: number): number {
  return refuels
    .filter(({ station }) => stations[station]!.network === network)
    .reduce((sum, refuel) => sum + refuel.bought, 0);
}

function capOf({ caps }: CappedTrip, network: number, grain: number): number {
  return Math.floor((caps.get(network) ?? 0) / grain);
}

/**
 * The states of a trip: a level of the tank and, for each watched network, the amount bought there. They are numbered
 * with the level as the lowest digit and a digit for each network's purchases above it.
 */
interface States {
  size: number;
  levels: number;
  /** By network: the distance between two purchases, and their maximum. */
  digits: Map<number, { step: number; cap: number }>;
}

function planWatched(trip: CappedTrip, watched: readonly number[], grain: number): FuelPlan {
  const grid = gridOf(trip, grain);
  const states = layOut(trip, watched, grid);
  let cost = new Float64Array(states.size).fill(Infinity);
  let spare = new Float64Array(states.size);
  cost[grid.start] = 0;
  const chosen = grid.stops.map(() => new Uint16Array(states.size));
  let position = 0;
  for (const [index, stop] of grid.stops.entries()) {
    if (!drive(cost, states, stop.at - position, grid.reserve)) return { ok: false, after: index - 1 };
    position = stop.at;
    refuel(cost, spare, states, stop, chosen[index]!);
    [cost, spare] = [spare, cost];
  }
  if (!drive(cost, states, grid.way - position, grid.reserve))
    return { ok: false, after: grid.stops.length - 1 };
  const end = cheapest(cost, states);
  return drivenPlan(trip, grid, trace(grid, states, chosen, end), end % grid.levels);
}

function layOut(trip: CappedTrip, watched: readonly number[], { levels, grain }: FuelGrid): States {
  let size = levels;
  const digits: States['digits'] = new Map();
  for (const network of watched) {
    const cap = capOf(trip, network, grain);
    digits.set(network, { step: size, cap });
    size *= cap + 1;
  }
  return { size, levels, digits };
}

/** Burns fuel in every row of levels; what sinks under the reserve is lost. False when nothing is left. */
function drive(
  cost: Float64Array<ArrayBuffer>,
  { size, levels }: States,
  burnt: number,
  reserve: number,
): boolean {
  let any = false;
  for (let row = 0; row < size; row += levels) {
    for (let level = 0; level < levels; level += 1) {
      const from = level + burnt;
      const value = level >= reserve && from < levels ? cost[row + from]! : Infinity;
      cost[row + level] = value;
      any ||= value < Infinity;
    }
  }
  return any;
}

/**
 * At an unwatched network the levels of a row change; at a watched one each level also moves one digit up, and the
 * detour's fuel some more at once. Along that path the best level to come with is a running minimum.
 */
function refuel(
  before: Float64Array<ArrayBuffer>,
  after: Float64Array<ArrayBuffer>,
  states: States,
  { lowest, highest, unit, stop, detour, network }: GridStop,
  chosen: Uint16Array,
): void {
  after.set(before);
  const digit = network === undefined ? undefined : states.digits.get(network);
  const step = digit?.step ?? 0;

  function follow(row: number, lowestOfPath: number, most: number): void {
    let least = Infinity;
    let from = -1;
    for (let moved = 0; moved < most; moved += 1) {
      const level = lowestOfPath + moved;
      const state = row + moved * step;
      const arrived = before[state + level]! - level * unit;
      if (arrived < least) [least, from] = [arrived, level];
      const to = state + (1 + detour) * step + level + 1;
      const total = least + (level + 1) * unit + stop;
      if (total < after[to]!) {
        after[to] = total;
        chosen[to] = from + 1;
      }
    }
  }

  for (let row = 0; row < states.size; row += states.levels) {
    if (!digit) {
      follow(row, lowest, highest - lowest);
      continue;
    }
    const used = Math.floor(row / digit.step) % (digit.cap + 1);
    const left = digit.cap - used - detour;
    // A path begins where nothing has been bought yet, or at the lowest level.
    const lastStart = used > 0 ? lowest + 1 : highest;
    for (let level = lowest; level < lastStart; level += 1)
      follow(row, level, Math.min(highest - level, left));
  }
}

/** Of equally cheap ends the one with the most fuel left. */
function cheapest(cost: Float64Array, { levels }: States): number {
  let end = -1;
  for (let state = 0; state < cost.length; state += 1) {
    const better = end < 0 || cost[state]! < cost[end]!;
    if (better || (cost[state]! === cost[end]! && state % levels > end % levels)) end = state;
  }
  return end;
}

function trace(
  { stops, way }: FuelGrid,
  { levels, digits }: States,
  chosen: readonly Uint16Array[],
  end: number,
): GridRefuel[] {
  const refuels: GridRefuel[] = [];
  let [state, position] = [end, way];
  for (let station = stops.length - 1; station >= 0; station -= 1) {
    const { at, detour, network } = stops[station]!;
    state += position - at;
    position = at;
    const before = chosen[station]![state]! - 1;
    if (before < 0) continue;
    const after = state % levels;
    refuels.push({ station, before, after });
    const step = network === undefined ? 0 : (digits.get(network)?.step ?? 0);
    state -= (after - before) * (1 + step) + detour * step;
  }
  return refuels.reverse();
}
