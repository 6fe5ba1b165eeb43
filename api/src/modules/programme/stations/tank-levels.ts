/** The states of `planStops` (plan-stops.ts) and how a range of road and a pump change them. */

/** States: the level of the tank is the lowest digit, above it one for each place. */
export interface Grid {
  levels: number;
  size: number;
  places: readonly Place[];
  steps: readonly number[];
  reserve: number;
  tank: number;
}

/** Every level sinks; what sinks under the reserve is lost. False when nothing is left. */
export function drive(
  { levels, size, reserve }: Grid,
  cost: Float64Array<ArrayBuffer>,
  trail: Int32Array<ArrayBuffer>,
  burnt: number,
): boolean {
  let any = false;
  for (let row = 0; row < size; row += levels) {
    if (burnt > 0) {
      const from = row + Math.min(burnt, levels);
      cost.copyWithin(row, from, row + levels);
      trail.copyWithin(row, from, row + levels);
      cost.fill(Infinity, Math.max(row, row + levels - burnt), row + levels);
    }
    cost.fill(Infinity, row, row + Math.min(reserve, levels));
    for (let state = row + reserve; !any && state < row + levels; state += 1) any = cost[state]! < Infinity;
  }
  return any;
}

interface Pump extends RoadStation {
  index: number;
  stop: number;
}

/** The fuel of a detour in whole units. */
export function getDetour({ aside, detour }: RoadStation): number {
  return detour === undefined ? 2 * aside : Math.ceil(detour);
}

/**
 * Refuels from each level that reaches the pump to each higher one. What a limit counts rises with the level, so both
 * go along one line through the states. A line begins at the lowest level, or where nothing is counted yet.
 */
export function refuel(grid: Grid, now: LevelState, pump: Pump): void {
  const { levels, size, places, steps, tank, reserve } = grid;
  const detour = getDetour(pump);
  const lowest = reserve + pump.aside;
  const highest = tank - pump.aside;
  if ((pump.max ?? Infinity) - detour < 1 || highest <= lowest) return;
  now.before.set(now.cost);
  now.came.set(now.trail);
  for (let row = 0; row < size; row += levels) {
    let step = 1;
    let moved = 0;
    let capacity = Infinity;
    let startsAnywhere = false;
    for (const [digit, place] of places.entries()) {
      const limit = place.at[pump.index];
      if (!limit) continue;
      const count = Math.floor(row / steps[digit]!) % (place.max + 1);
      if (limit.isFuel) {
        step += steps[digit]!;
        moved += detour * steps[digit]!;
        capacity = Math.min(capacity, limit.max - count - detour);
        startsAnywhere ||= count === 0;
      } else {
        moved += steps[digit]!;
        capacity = count < limit.max ? capacity : 0;
      }
    }
    const lastStart = startsAnywhere ? highest - 1 : lowest;
    for (let level = lowest; level <= lastStart; level += 1)
      follow(now, pump, {
        from: row + level,
        first: level,
        length: Math.min(highest - level, capacity),
        step,
        moved,
      });
  }
}

/** States of the tank with the stops that led to them, before a station and after it. */
export interface LevelState {
  cost: Float64Array<ArrayBuffer>;
  trail: Int32Array<ArrayBuffer>;
  before: Float64Array<ArrayBuffer>;
  came: Int32Array<ArrayBuffer>;
  behind: Trail;
  /** Sliding window: places on the line and their cost without the fuel. */
  queue: Int32Array<ArrayBuffer>;
  values: Float64Array<ArrayBuffer>;
}

/** A line: `from` is the state of its first level; each level more is `step` states on, and a stop `moved` more. */
interface Line {
  from: number;
  first: number;
  length: number;
  step: number;
  moved: number;
}

function follow(now: LevelState, pump: Pump, { from, first, length, step, moved }: Line): void {
  const { cost, trail, before, came, behind, queue, values } = now;
  const { index, price, stop } = pump;
  const detour = getDetour(pump);
  const paid = pump.detour ?? detour;
  const widest = pump.max === null ? length : Math.min(length, pump.max - detour);
  let head = 0;
  let tail = 0;
  for (let up = 0; up < length; up += 1) {
    const come = before[from + up * step]!;
    if (come < Infinity) {
      const value = come - (first + up) * price;
      while (tail > head && values[tail - 1]! >= value) tail -= 1;
      queue[tail] = up;
      values[tail] = value;
      tail += 1;
    }
    while (head < tail && up + 1 - queue[head]! > widest) head += 1;
    if (head === tail) continue;
    const to = from + (up + 1) * step + moved;
    const total = values[head]! + (first + up + 1 + paid) * price + stop;
    if (total < cost[to]!) {
      const lowest = queue[head]!;
      cost[to] = total;
      trail[to] = remember(
        behind,
        index,
        first + lowest,
        up + 1 - lowest + detour,
        came[from + lowest * step]!,
      );
    }
  }
}

/** Drops what was counted in a place. For each level the cheapest state stays. */
export function restart(
  { levels, size, places, steps }: Grid,
  cost: Float64Array<ArrayBuffer>,
  trail: Int32Array<ArrayBuffer>,
  digit: number,
): void {
  const step = steps[digit]!;
  const counts = places[digit]!.max + 1;
  for (let row = 0; row < size; row += levels) {
    const count = Math.floor(row / step) % counts;
    if (count === 0) continue;
    const to = row - count * step;
    for (let level = 0; level < levels; level += 1) {
      if (cost[row + level]! < cost[to + level]!) {
        cost[to + level] = cost[row + level]!;
        trail[to + level] = trail[row + level]!;
      }
      cost[row + level] = Infinity;
    }
  }
}

/** A digit of the state, in which limits are counted one after the other. */
export interface Place {
  max: number;
  /** The limit that counts at each station, or null for none. */
  at: (WatchedLimit | null)[];
  /** Whether the count restarts after a station. */
  endsAfter: boolean[];
}

interface WatchedLimit {
  isFuel: boolean;
  max: number;
}

/** The stops behind the states: of each its station, the level before it, what was bought, and the stop before it or -1. */
export interface Trail {
  stored: Int32Array<ArrayBuffer>;
  count: number;
}
export const FIELDS = 4;

function remember(behind: Trail, station: number, before: number, bought: number, earlier: number): number {
  const at = behind.count * FIELDS;
  if (at === behind.stored.length) {
    const wider = new Int32Array(behind.stored.length * 2);
    wider.set(behind.stored);
    behind.stored = wider;
  }
  const { stored: saved } = behind;
  saved[at] = station;
  saved[at + 1] = before;
  saved[at + 2] = bought;
  saved[at + 3] = earlier;
  behind.count += 1;
  return behind.count - 1;
}

export interface RoadStation {
  /** Burnt from the start to where one leaves the road. */
  at: number;
  /** Burnt from the road to the pump; the same again on the way back. */
  aside: number;
  /** Sum of both, where rounding makes it less than twice `aside`; it is paid as it is and counted by limits in whole units. */
  detour?: number;
  /** Kopecks for a unit, as the company is charged. */
  price: number;
  /** Kopecks for a unit, as limits of money count it: by the pump. */
  counted: number;
  /** The most that one filling may be; null: what the tank takes. */
  max: number | null;
}
