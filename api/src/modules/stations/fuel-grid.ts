import type { FuelStop, FuelTrip, Refuel } from './plan-fuel.ts';

/**
 * A trip of which every `grain`-th level of the tank is looked at. All is rounded to the safe side: the tank holds at
 * least what the level says and less than two grains more, for which room is left, so a plan on any grain can be driven
 * as it is. On a grain of 1 it is the best of all. Else it costs at most what the best would cost with a tank of four
 * grains less and a reserve of three grains more, and a grain of fuel at each of its stops.
 */
export interface FuelGrid {
  grain: number;
  /** How many there are, the empty tank among them. */
  levels: number;
  start: number;
  reserve: number;
  /** Burnt from the start to the end of the road. */
  way: number;
  stops: GridStop[];
}

export interface GridStop {
  /** Burnt from the start to where one leaves the road for the station. */
  at: number;
  /** The least level with which one may leave the road for it. */
  lowest: number;
  /** The most with which one can come back to the road. */
  highest: number;
  /** What a level costs. */
  unit: number;
  /** What a stop costs besides: the fuel of the detour, and so little more that it decides between equal sums only. */
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

/** From levels back to the trip's own units: what the tank then really holds, and what is bought with the detour's fuel. */
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
