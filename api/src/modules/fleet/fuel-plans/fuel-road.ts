import type { FuelRoad, PlannedStop } from '../../programme/stations/plan-stops.ts';
import type { CardLimit } from './road-limits.ts';
import { chargedAt, type RoadPlace } from './road-stations.ts';

/** What a trip is counted with, in centilitres; the norm for 100 km. */
export interface TripFuel {
  distanceM: number;
  tank: number;
  norm: number;
  start: number;
  reserve: number;
  stopKopecks: number;
}

/** Centilitres burnt on so many metres, rounded up. */
export function burntOn(metres: number, norm: number): number {
  return Math.ceil((metres * norm) / 100_000);
}

/**
 * The trip in units of so many litres. Every rounding is to the safe side: the tank then really holds at least what the plan
 * says, so a plan of any unit can be driven.
 */
export function roadInUnits(
  { distanceM, tank, norm, start, reserve, stopKopecks }: TripFuel,
  { places, limits, litres }: { places: readonly RoadPlace[]; limits: readonly CardLimit[]; litres: number },
): FuelRoad {
  const unit = litres * 100;
  return {
    tank: Math.floor(tank / unit),
    start: Math.floor(start / unit),
    reserve: Math.min(Math.ceil(reserve / unit), Math.floor(start / unit)),
    way: Math.ceil(burntOn(distanceM, norm) / unit),
    stopCost: stopKopecks,
    stations: places.map((place) => ({
      at: Math.ceil(burntOn(place.alongM, norm) / unit),
      aside: Math.ceil(burntOn(place.asideM, norm) / unit),
      price: chargedAt(place, unit),
      counted: Math.round((place.listKopecks * unit) / 100),
      most: place.most === null ? null : Math.floor(place.most / unit),
    })),
    limits: limits.map(({ places: stations, of, most }) => ({
      stations,
      of,
      most: of === 'fuel' ? Math.floor(most / unit) : most,
    })),
  };
}

export interface DrivenStop {
  place: RoadPlace;
  arrival: number;
  bought: number;
}

/** The plan as the truck drives it, in centilitres: what rounding has left in the tank is not bought on top of it. */
export function driveStops(
  { distanceM, tank, norm, start }: TripFuel,
  { places, stops, litres }: { places: readonly RoadPlace[]; stops: readonly PlannedStop[]; litres: number },
): { stops: DrivenStop[]; end: number } {
  let level = start;
  let burnt = 0;
  const driven = stops.map(({ station, bought }): DrivenStop => {
    const place = places[station] as RoadPlace;
    const aside = burntOn(place.asideM, norm);
    const until = burntOn(place.alongM, norm);
    const arrival = level - (until - burnt) - aside;
    const taken = Math.min(bought * litres * 100, tank - arrival);
    burnt = until;
    level = arrival + taken - aside;
    return { place, arrival, bought: taken };
  });
  return { stops: driven, end: level - (burntOn(distanceM, norm) - burnt) };
}
