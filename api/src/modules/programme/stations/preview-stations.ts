import { isKnownBrand } from '#contract/programme/stations.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { addedStations } from './added-stations.ts';
import { readStationFile } from './read-station-file.ts';
import { type Station, listStations, readListVersion } from './stations.ts';
import { toRubles } from '#contract/kopecks.ts';

/** Number of stations of each kind that are shown by name. */
const EXAMPLES = 50;

/** Returns what a CSV would change in the list. A file with faulty lines changes nothing, and the answer lists them. */
export async function previewStations(ctx: Context, file: UploadedFile | null) {
  if (!file) throw fieldRefusal('file', 'Выберите файл со списком станций');
  const read = await readStationFile(file.bytes);
  // The version first: a list that is replaced meanwhile makes it out of date, never the other way round.
  const version = await readListVersion(ctx.db.system);
  const stations = read.ok ? read.stations : [];
  const { added, changed, removed, same } = read.ok
    ? compareStations(await listStations(ctx.db.system), stations)
    : { added: [], changed: [], removed: [], same: 0 };
  return {
    version,
    stations: stations.length,
    added: added.length,
    changed: changed.length,
    removed: removed.length,
    same,
    problems: read.ok ? [] : read.problems,
    unknown_brands: countUnknownBrands(ctx, stations),
    examples: {
      added: added.slice(0, EXAMPLES),
      changed: changed.slice(0, EXAMPLES),
      removed: removed.slice(0, EXAMPLES),
    },
  };
}

/** A mistyped brand would make its stations those of other networks, without a word. */
function countUnknownBrands(ctx: Context, stations: readonly Station[]) {
  const added = addedStations(ctx);
  const unknown = stations.filter(({ brand }) => !isKnownBrand(brand, added));
  return [...Map.groupBy(unknown, ({ brand }) => brand)].map(([brand, found]) => ({
    brand,
    stations: found.length,
  }));
}

interface ChangedStation {
  title: string;
  place: string;
  /** «Цена ДТ: 74,50 → 75,10» */
  changes: string[];
}

interface StationChanges {
  added: ChangedStation[];
  changed: ChangedStation[];
  removed: ChangedStation[];
  same: number;
}

/**
 * Returns the stations that only the second list has and those that only the first has. A station is identified by its
 * place on the map to eleven metres and its name. Stations with the same place and name are paired in their order.
 */
function compareStations(before: readonly Station[], after: readonly Station[]): StationChanges {
  const left = Map.groupBy(before, toStationKey);
  /** Counts the stations taken per key. Removing the first one from a long list would move all others. */
  const taken = new Map<string, number>();
  const result: StationChanges = { added: [], changed: [], removed: [], same: 0 };
  for (const station of after) {
    const key = toStationKey(station);
    const place = taken.get(key) ?? 0;
    const known = left.get(key)?.[place];
    if (!known) {
      result.added.push(describeStation(station, []));
      continue;
    }
    taken.set(key, place + 1);
    const changes = listChanges(known, station);
    if (changes.length > 0) result.changed.push(describeStation(station, changes));
    else result.same += 1;
  }
  for (const [key, stations] of left)
    for (const station of stations.slice(taken.get(key) ?? 0))
      result.removed.push(describeStation(station, []));
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

function describeStation(station: Station, changes: string[]): ChangedStation {
  const { brand, name, region, city, street, house } = station;
  return {
    title: `${brand}, ${name}`,
    place: [region, city, street, house].filter(Boolean).join(', '),
    changes,
  };
}
