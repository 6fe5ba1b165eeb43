import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The highways that join the cities of Russia: approximate, general knowledge (docs/facts.md 11). */
export interface Roads {
  cities: City[];
  highways: Highway[];
}

export interface City {
  name: string;
  region: string;
  lat: number;
  lon: number;
}

interface Highway {
  ref: string;
  title: string;
  /** Names of cities. */
  path: string[];
  /** Toll legs of the road, by their two cities. */
  toll: [string, string][];
}

const roadsSchema = z.object({
  cities: z.array(z.object({ name: z.string(), region: z.string(), lat: z.number(), lon: z.number() })),
  highways: z.array(
    z.object({
      ref: z.string(),
      title: z.string(),
      path: z.array(z.string()).min(2),
      toll: z.array(z.tuple([z.string(), z.string()])),
    }),
  ),
});

const FILE = new URL('../../../data/roads.json', import.meta.url);
let known: Roads | undefined;

/** Reads `api/data/roads.json`, once. */
export function readRoads(): Roads {
  known ??= roadsSchema.parse(JSON.parse(readFileSync(FILE, 'utf8')));
  return known;
}

/** A piece of road between two neighbouring cities of a highway. */
export interface Leg {
  ref: string;
  from: City;
  to: City;
  toll: boolean;
  /** Distance by road, not as the crow flies. */
  km: number;
}

/** Every leg of every highway, in the highway's order. */
export function listLegs(roads: Roads): Leg[] {
  const cities = new Map(roads.cities.map((city) => [city.name, city]));
  return roads.highways.flatMap(({ ref, path, toll }) => {
    const tolled = new Set(toll.map(([one, other]) => getPairKey(one, other)));
    return path.slice(1).flatMap((name, index) => {
      const from = cities.get(path[index] as string);
      const to = cities.get(name);
      if (!from || !to) throw new Error(`highway ${ref} leads through an unknown city`);
      return [{ ref, from, to, toll: tolled.has(getPairKey(from.name, to.name)), km: roadKm(from, to) }];
    });
  });
}

/** Returns the key of two points, equal for both directions. */
export function getPairKey(a: string, b: string): string {
  return a < b ? `${a}|${b}` : `${b}|${a}`;
}

const EARTH_KM = 6371;

/** Returns the distance as the crow flies. */
export function crowKm(left: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const radians = Math.PI / 180;
  const halfSine = (angle: number): number => Math.sin((angle * radians) / 2) ** 2;
  const a =
    halfSine(b.lat - left.lat) +
    Math.cos(left.lat * radians) * Math.cos(b.lat * radians) * halfSine(b.lon - left.lon);
  return 2 * EARTH_KM * Math.asin(Math.sqrt(a));
}

/** Ratio of road length to the straight line, calibrated in docs/facts.md 11. */
export const ROAD_FACTOR = 1.15;
const CAUCASUS_FACTOR = 1.4;

function roadKm(from: City, to: City): number {
  return crowKm(from, to) * (isCaucasus(from) && isCaucasus(to) ? CAUCASUS_FACTOR : ROAD_FACTOR);
}

function isCaucasus({ lat, lon }: City): boolean {
  return lat < 44.6 && lon > 38 && lon < 48.5;
}
