import type { z } from 'zod';
import type { station } from '#contract/stations.ts';

export type Station = z.infer<typeof station>;

export type StationFilters = {
  /** Parts of a town's, a region's, a street's name, of the house. */
  search: string;
  /** A network; '' for all of them. */
  brand: string;
  /** '' for all of them. */
  region: string;
  qrOnly: boolean;
  /** Only where diesel is sold. */
  dieselOnly: boolean;
};

/** Stations that the filters let through, by region and town; `ё` and `е` are one letter to a searcher. */
export function chooseStations(stations: readonly Station[], filters: StationFilters): Station[] {
  const words = plain(filters.search)
    .split(/[\s,]+/)
    .filter(Boolean);
  return stations
    .filter((one) => filters.brand === '' || one.brand === filters.brand)
    .filter((one) => filters.region === '' || one.region === filters.region)
    .filter((one) => !filters.qrOnly || one.qr_available)
    .filter((one) => !filters.dieselOnly || one.price_dt !== null)
    .filter((one) => {
      if (words.length === 0) return true;
      const place = plain(`${one.city} ${one.region} ${one.street} ${one.house} ${one.name}`);
      return words.every((word) => place.includes(word));
    })
    .toSorted(
      (a, b) => BY_NAME.compare(a.region, b.region) || BY_NAME.compare(a.city, b.city) || a.id - b.id,
    );
}

/** The networks that have stations, by name. */
export function brandsOf(stations: readonly Station[]): string[] {
  return [...new Set(stations.map((one) => one.brand))].toSorted(BY_NAME.compare);
}

export function regionsOf(stations: readonly Station[]): string[] {
  return [...new Set(stations.map((one) => one.region))].toSorted(BY_NAME.compare);
}

/** `трасса М-4 «Дон», 312-й км`. */
export function addressOf(one: Station): string {
  return [one.street, one.house].filter(Boolean).join(', ');
}

const BY_NAME = new Intl.Collator('ru');

function plain(text: string): string {
  return text.toLowerCase().replaceAll('ё', 'е').trim();
}
