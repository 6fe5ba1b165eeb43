import type { z } from 'zod';
import type { station } from '#contract/programme/stations.ts';
import { plainName } from './plain-name.ts';

export type Station = z.infer<typeof station>;

export type StationFilters = {
  /** Parts of a town, region, street, house or station name. */
  search: string;
  /** A network; '' for all. */
  brand: string;
  /** '' for all. */
  region: string;
  qrOnly: boolean;
  /** Only stations that sell diesel. */
  dieselOnly: boolean;
};

/** Stations that match the filters, by region and town; the search treats `ё` and `е` as one letter. */
export function chooseStations(stations: readonly Station[], filters: StationFilters): Station[] {
  const words = plain(filters.search)
    .split(/[\s,]+/)
    .filter(Boolean);
  return stations
    .filter((item) => filters.brand === '' || item.brand === filters.brand)
    .filter((item) => filters.region === '' || item.region === filters.region)
    .filter((item) => !filters.qrOnly || item.qr_available)
    .filter((item) => !filters.dieselOnly || item.price_dt !== null)
    .filter((item) => {
      if (words.length === 0) return true;
      const place = plain(`${item.city} ${item.region} ${item.street} ${item.house} ${item.name}`);
      return words.every((word) => place.includes(word));
    })
    .toSorted(
      (a, b) =>
        NAME_COLLATOR.compare(a.region, b.region) || NAME_COLLATOR.compare(a.city, b.city) || a.id - b.id,
    );
}

/** The networks that have stations, in alphabetical order. */
export function listBrands(stations: readonly Station[]): string[] {
  return [...new Set(stations.map((item) => item.brand))].toSorted(NAME_COLLATOR.compare);
}

export function listRegions(stations: readonly Station[]): string[] {
  return [...new Set(stations.map((item) => item.region))].toSorted(NAME_COLLATOR.compare);
}

/** `трасса М-4 «Дон», 312-й км`. */
export function formatAddress(item: Station): string {
  return [item.street, item.house].filter(Boolean).join(', ');
}

const NAME_COLLATOR = new Intl.Collator('ru');

function plain(text: string): string {
  return plainName(text).replace(
    ROAD,
    (_, before: string, letter: string) => before + (CYRILLIC[letter] ?? letter),
  );
}

/**
 * The letter of a road before its number. Signs use М7, maps М-7, and a keyboard left in Latin types the same letters.
 */
const ROAD = /(^|[^\p{L}\d])([амрamp])[\s-]*(?=\d)/gu;
const CYRILLIC: Record<string, string> = { a: 'а', m: 'м', p: 'р' };

/** Degrees within which two marks of the map cover each other: about 10 m. */
const SAME_PLACE_DEGREES = 0.0001;

/** Returns whether two stations have one mark on the map. */
export function isSamePlace(a: Pick<Station, 'lat' | 'lon'>, b: Pick<Station, 'lat' | 'lon'>): boolean {
  return Math.abs(a.lat - b.lat) < SAME_PLACE_DEGREES && Math.abs(a.lon - b.lon) < SAME_PLACE_DEGREES;
}
