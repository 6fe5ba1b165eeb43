import type { FuelStop, FuelTrip, Refuel } from './plan-fuel.ts';

/**
 * A trip in which only every `grain`-th level of the tank is considered. Rounding is always to the safe side: the
 * tank holds at least what the level says and less than two grains more, for which room is left, so a plan on any
 * grain can be driven. On a grain of 1 it is optimal. Otherwise it costs at most as much as the best plan for a tank
 * four grains smaller with a reserve three grains larger, plus a grain of fuel per stop.
 */
export interface FuelGrid {
  grain: number;
  /** The number of levels, including the empty tank. */
  levels: number;
  start: number;
  reserve: number;
  /** Burnt from the start to the end of the road. */
  way: number;
  stops: GridStop[];
}

export interface GridStop {
  /** Fuel from the start to the exit for the station. */
  at: number;
  /** The lowest level at which the exit may be taken. */
  lowest: number;
  /** The highest level at which one can return to the road. */
  highest: number;
  /** What a level costs. */
  unit: number;
  /** The further cost of a stop: the fuel of the detour, plus a trifle that only decides between equal sums. */
  stop: number;
  /** Levels that the detour takes, counted whole against the limit of a card. */
  detour: number;
  network: number | undefined;
}

/** Of equally cheap plans the one with the fewest stops wins: a stop counts as the 4096th part of a kopeck. */
const STOP = 1;
const MONEY = 4096;

export function gridOf({ tank, start, reserve, way, stations }: FuelTrip, grain: number): FuelGrid {
  const room = tank - 2 * (grain - 1);
  return {
    grain,
    levels: levelsOf(tank, grain),
    start: Math.floor(start / grain),
    reserve: Math.ceil(reserve / grain),
    way: Math.ceil(way / grain),
    stops: stations.map(({ at, aside, price, network }: FuelStop): GridStop => ({
      at: Math.ceil(at / grain),
      lowest: Math.ceil((reserve + aside) / grain),
      highest: Math.floor((room - aside) / grain),
      unit: price * grain * MONEY,
      stop: 2 * aside * price * MONEY + STOP,
      detour: Math.ceil((2 * aside) / grain),
      network,
    })),
  };
}

export function levelsOf(tank: number, grain: number): number {
  return Math.floor(tank / grain) + 1;
}

/** A stop on the grid: the levels on the road before and after it. */
export interface GridRefuel {
  station: number;
  before: number;
  after: number;
}

/**
 * Converts levels back to the trip's units: what the tank then really holds, and what is bought including the
 * detour's fuel.
 */
export function drivenPlan(
  trip: FuelTrip,
  { grain, start }: FuelGrid,
  refuels: readonly GridRefuel[],
  end: number,
): { ok: true; refuels: Refuel[]; end: number } {
  const spare = (at: number): number => trip.start - start * grain + Math.ceil(at / grain) * grain - at;
  return {
    ok: true,
    refuels: refuels.map(({ station, before, after }): Refuel => {
      const { at, aside } = trip.stations[station] as FuelStop;
      const arrival = before * grain + spare(at) - aside;
      return { station, arrival, bought: (after - before) * grain + 2 * aside };
    }),
    end: end * grain + spare(trip.way),
  };
}
