import { toRubles } from '#contract/kopecks.ts';
import type { Station } from './stations.ts';

interface ChangedStation {
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
 * Returns the stations that only the second list has and those that only the first has. A station is identified by its
 * place on the map to eleven metres and its name. Among several of the same place and name the first pairs with the
 * first.
 */
export function compareStations(before: readonly Station[], after: readonly Station[]): StationChanges {
  const left = Map.groupBy(before, toStationKey);
  /** Counts the stations taken per key. Removing the first one from a long list would move all others. */
  const taken = new Map<string, number>();
  const result: StationChanges = { added: [], changed: [], removed: [], same: 0 };
  for (const station of after) {
    const key = toStationKey(station);
    const place = taken.get(key) ?? 0;
    const known = left.get(key)?.[place];
    if (!known) {
      result.added.push(worded(station, []));
      continue;
    }
    taken.set(key, place + 1);
    const changes = listChanges(known, station);
    if (changes.length > 0) result.changed.push(worded(station, changes));
    else result.same += 1;
  }
  for (const [key, stations] of left)
    for (const station of stations.slice(taken.get(key) ?? 0)) result.removed.push(worded(station, []));
  return result;
}

function toStationKey({ lat, lon, name }: Station): string {
  return `${lat.toFixed(4)}:${lon.toFixed(4)}:${name.toLowerCase()}`;
}

const COMPARED: readonly [string, (station: Station) => string][] = [
  ['Регион', (station) => station.region],
  ['Город', (station) => station.city],
  ['Улица', (station) => station.street],
  ['Дом', (station) => station.house],
  ['Бренд', (station) => station.brand],
  ['Тип', (station) => station.ownType],
  ['Оплата по QR', (station) => (station.qrAvailable ? 'да' : 'нет')],
  ['Цена ДТ', (station) => formatPrice(station)],
  ['Высота въезда, см', (station) => String(station.heightCentimetres ?? '')],
  ['AdBlue', (station) => (station.adblue == null ? '' : station.adblue ? 'да' : 'нет')],
];

function listChanges(before: Station, after: Station): string[] {
  return COMPARED.flatMap(([title, read]) => {
    const [was, is] = [read(before), read(after)];
    return was === is ? [] : [`${title}: ${was || 'пусто'} → ${is || 'пусто'}`];
  });
}

function formatPrice({ dieselPrice }: Station): string {
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
