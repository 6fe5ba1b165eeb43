import { toRubles } from '#contract/kopecks.ts';
import type { Station } from './station.ts';

export interface ChangedStation {
  title: string;
  place: string;
  /** «Цена ДТ: 74,50 → 75,10» */
  changes: string[];
}

export interface StationChanges {
  added: ChangedStation[];
  changed: ChangedStation[];
  removed: ChangedStation[];
  same: number;
}

/**
 * What the second list has that the first has not, and the other way round. A station is known by its place on the map to
 * eleven metres and its name; of several of one name and place the first goes with the first.
 */
export function compareStations(before: readonly Station[], after: readonly Station[]): StationChanges {
  const left = Map.groupBy(before, keyOf);
  /** How many of a key were taken: taking the first one out of a long list moves all others. */
  const taken = new Map<string, number>();
  const result: StationChanges = { added: [], changed: [], removed: [], same: 0 };
  for (const station of after) {
    const key = keyOf(station);
    const place = taken.get(key) ?? 0;
    const known = left.get(key)?.[place];
    if (!known) {
      result.added.push(worded(station, []));
      continue;
    }
    taken.set(key, place + 1);
    const changes = changesOf(known, station);
    if (changes.length > 0) result.changed.push(worded(station, changes));
    else result.same += 1;
  }
  for (const [key, stations] of left)
    for (const station of stations.slice(taken.get(key) ?? 0)) result.removed.push(worded(station, []));
  return result;
}

function keyOf({ lat, lon, name }: Station): string {
  return `${lat.toFixed(4)}:${lon.toFixed(4)}:${name.toLowerCase()}`;
}

const COMPARED: readonly [string, (station: Station) => string][] = [
  ['Регион', (one) => one.region],
  ['Город', (one) => one.city],
  ['Улица', (one) => one.street],
  ['Дом', (one) => one.house],
  ['Бренд', (one) => one.brand],
  ['Тип', (one) => one.ownType],
  ['Оплата по QR', (one) => (one.qrAvailable ? 'да' : 'нет')],
  ['Цена ДТ', (one) => priceOf(one)],
  ['Высота въезда, см', (one) => String(one.heightCentimetres ?? '')],
  ['AdBlue', (one) => (one.adblue == null ? '' : one.adblue ? 'да' : 'нет')],
];

function changesOf(before: Station, after: Station): string[] {
  return COMPARED.flatMap(([title, read]) => {
    const [was, is] = [read(before), read(after)];
    return was === is ? [] : [`${title}: ${was || 'пусто'} → ${is || 'пусто'}`];
  });
}

function priceOf({ dieselPrice }: Station): string {
  return dieselPrice === null ? 'нет' : toRubles(dieselPrice).toFixed(2).replace('.', ',');
}

function worded(station: Station, changes: string[]): ChangedStation {
  const { brand, name, region, city, street, house } = station;
  return {
    title: `${brand}, ${name}`,
    place: [region, city, street, house].filter(Boolean).join(', '),
    changes,
  };
}
