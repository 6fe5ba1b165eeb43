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

/** A refuel costs this little besides its fuel: of equally cheap plans the one with the fewest stops wins. */
const STOP = 1;
const MONEY = 4096;

/**
 * Where and how much to fuel so that the trip costs least: the exact optimum. What it costs at least to stand on the
 * road with each level of the tank is known at the start and carried from station to station; at each one either
 * drives past, or arrives with some level and leaves with a higher one. The best arrival for each departure is a
 * running minimum, so a station costs one pass over the levels.
 */
export function planFuel(trip: FuelTrip): FuelPlan {
  const { tank, reserve, stations, way } = trip;
  let cost = new Float64Array(tank + 1).fill(Infinity);
  cost[trip.start] = 0;
  // Of each station and each level after it: 0, driven past; else one more than the level on arrival.
  const chosen = stations.map(() => new Uint16Array(tank + 1));
  let position = 0;
  for (const [index, station] of stations.entries()) {
    if (!drive(cost, station.at - position, reserve)) return { ok: false, after: index - 1 };
    position = station.at;
    cost = refuel(cost, station, trip, chosen[index]!);
  }
  if (!drive(cost, way - position, reserve)) return { ok: false, after: stations.length - 1 };
  const end = cheapest(cost);
  return { ok: true, refuels: trace(trip, chosen, end), end };
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
  { aside, price }: FuelStop,
  { tank, reserve }: FuelTrip,
  chosen: Uint16Array,
): Float64Array<ArrayBuffer> {
  const after = before.slice();
  const unit = price * MONEY;
  let least = Infinity;
  let arrival = -1;
  for (let departure = reserve + 1; departure <= tank; departure += 1) {
    const level = departure - 1;
    const arrived = level + aside <= tank ? before[level + aside]! - level * unit : Infinity;
    if (arrived < least) {
      least = arrived;
      arrival = level;
    }
    const back = departure - aside;
    if (back < reserve) continue;
    const total = least + departure * unit + STOP;
    if (total < after[back]!) {
      after[back] = total;
      chosen[back] = arrival + 1;
    }
  }
  return after;
}

/** Of equally cheap ends the one with the most fuel left. */
function cheapest(cost: Float64Array): number {
  let end = -1;
  for (let level = 0; level < cost.length; level += 1) {
    if (end < 0 || cost[level]! <= cost[end]!) end = level;
  }
  return end;
}

function trace({ stations, way }: FuelTrip, chosen: readonly Uint16Array[], end: number): Refuel[] {
  const refuels: Refuel[] = [];
  let position = way;
  let level = end;
  for (let station = stations.length - 1; station >= 0; station -= 1) {
    const { at, aside } = stations[station]!;
    level += position - at;
    position = at;
    const arrival = chosen[station]![level]! - 1;
    if (arrival < 0) continue;
    refuels.push({ station, arrival, bought: level + aside - arrival });
    level = arrival + aside;
  }
  return refuels.reverse();
}
