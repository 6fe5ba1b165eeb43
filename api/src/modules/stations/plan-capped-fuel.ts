import { planFuel, type FuelPlan, type FuelStop, type FuelTrip, type Refuel } from './plan-fuel.ts';

/** By network: the most that may be bought in the whole trip, in the trip's own units. */
export type FuelCaps = ReadonlyMap<number, number>;

/**
 * The cheapest way to fuel when the cards of some networks may pay for so much only; exact in the trip's units. A plan
 * that keeps within the caps without having been told of them is the best of all. Else the networks that it overdraws
 * are watched, one more each time, until none is overdrawn: each plan is the best of a wider choice than the next.
 */
export function planCappedFuel(trip: FuelTrip, caps: FuelCaps): FuelPlan {
  const watched: number[] = [];
  for (;;) {
    const plan = watched.length === 0 ? planFuel(trip) : planWatched(trip, caps, watched);
    if (!plan.ok) return plan;
    const overdrawn = [...caps.keys()].filter(
      (network) => bought(trip, plan.refuels, network) > capOf(caps, network),
    );
    if (overdrawn.length === 0) return plan;
    watched.push(...overdrawn);
  }
}

/** How many numbers a plan that watches these networks keeps for each station: what its caller must bound. */
export function statesOf(tank: number, caps: FuelCaps): number {
  return [...caps.values()].reduce((states, cap) => states * (cap + 1), tank + 1);
}

function capOf(caps: FuelCaps, network: number): number {
  return caps.get(network) ?? Infinity;
}

function bought(trip: FuelTrip, refuels: readonly Refuel[], network: number): number {
  return refuels
    .filter(({ station }) => trip.stations[station]?.network === network)
    .reduce((sum, refuel) => sum + refuel.bought, 0);
}

/** A purchase costs this little besides its fuel: of equally cheap plans the one with the fewest stops wins. */
const STOP = 1;
const MONEY = 4096;

/**
 * The states of a trip: a level of the tank and, of each watched network, what has been bought there. They lie in one
 * row: the level first, each network's purchases a digit of its own above it.
 */
interface States {
  size: number;
  levels: number;
  /** By network: how far apart two purchases lie, and the most there may be. */
  digits: Map<number, { step: number; cap: number }>;
}

function planWatched(trip: FuelTrip, caps: FuelCaps, watched: readonly number[]): FuelPlan {
  const states = layOut(trip.tank, caps, watched);
  let cost = new Float64Array(states.size).fill(Infinity);
  cost[trip.start] = 0;
  const chosen = trip.stations.map(() => new Uint16Array(states.size));
  let position = 0;
  for (const [index, station] of trip.stations.entries()) {
    if (!drive(cost, states, station.at - position, trip.reserve)) return { ok: false, after: index - 1 };
    position = station.at;
    cost = refuel(cost, states, station, trip, chosen[index]!);
  }
  if (!drive(cost, states, trip.way - position, trip.reserve))
    return { ok: false, after: trip.stations.length - 1 };
  return trace(trip, states, chosen, cheapest(cost, states));
}

function layOut(tank: number, caps: FuelCaps, watched: readonly number[]): States {
  const levels = tank + 1;
  let size = levels;
  const digits: States['digits'] = new Map();
  for (const network of watched) {
    const cap = capOf(caps, network);
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
 * At an unwatched network the levels of a row change; at a watched one each litre also moves one digit up. Along that
 * path the best arrival for each departure is a running minimum.
 */
function refuel(
  before: Float64Array<ArrayBuffer>,
  states: States,
  station: FuelStop,
  { tank, reserve }: FuelTrip,
  chosen: Uint16Array,
): Float64Array<ArrayBuffer> {
  const after = before.slice();
  const { aside, price, network } = station;
  const digit = network === undefined ? undefined : states.digits.get(network);
  const step = digit?.step ?? 0;
  const unit = price * MONEY;

  function follow(row: number, lowest: number, most: number): void {
    let least = Infinity;
    let arrival = -1;
    for (let amount = 1; amount <= most; amount += 1) {
      const level = lowest + amount - 1;
      const from = row + (amount - 1) * step;
      const arrived = level + aside <= tank ? before[from + level + aside]! - level * unit : Infinity;
      if (arrived < least) [least, arrival] = [arrived, level];
      const back = level + 1 - aside;
      if (back < reserve) continue;
      const to = from + step + back;
      const total = least + (level + 1) * unit + STOP;
      if (total < after[to]!) {
        after[to] = total;
        chosen[to] = arrival + 1;
      }
    }
  }

  for (let row = 0; row < states.size; row += states.levels) {
    if (!digit) {
      follow(row, reserve, tank - reserve);
      continue;
    }
    const used = Math.floor(row / digit.step) % (digit.cap + 1);
    // A path begins where nothing has been bought yet, or at the lowest level.
    if (used > 0) follow(row, reserve, Math.min(tank - reserve, digit.cap - used));
    else
      for (let lowest = reserve; lowest < tank; lowest += 1)
        follow(row, lowest, Math.min(tank - lowest, digit.cap));
  }
  return after;
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
  { stations, way }: FuelTrip,
  { levels, digits }: States,
  chosen: readonly Uint16Array[],
  end: number,
): FuelPlan {
  const refuels: Refuel[] = [];
  let [state, position] = [end, way];
  for (let index = stations.length - 1; index >= 0; index -= 1) {
    const { at, aside, network } = stations[index]!;
    state += position - at;
    position = at;
    const arrival = chosen[index]![state]! - 1;
    if (arrival < 0) continue;
    const amount = (state % levels) + aside - arrival;
    refuels.push({ station: index, arrival, bought: amount });
    const step = network === undefined ? 0 : (digits.get(network)?.step ?? 0);
    state += arrival + aside - (state % levels) - amount * step;
  }
  return { ok: true, refuels: refuels.reverse(), end: end % levels };
}
