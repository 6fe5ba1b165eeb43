import type { LatLon, RoadMap } from './map-shapes.ts';
import type { Station } from './choose-stations.ts';
import { plainName } from './plain-name.ts';

/** A point of the route while it is being filled in. */
export type RouteField = { key: number; text: string; place: LatLon | null };

/** A name that can be searched, and its place. */
export type Town = { name: string; region: string; place: LatLon };

/**
 * Towns of the road map, and towns known only from stations, placed in the middle of their stations; by name. Towns of
 * one name in several regions are named with their region.
 */
export function listTowns(roads: RoadMap | undefined, stations: readonly Station[]): Town[] {
  const towns = new Map<string, Town>();
  for (const { name, region, lat, lon } of roads?.cities ?? []) {
    towns.set(plainName(name), { name, region, place: [lat, lon] });
  }
  for (const [city, all] of Map.groupBy(stations, (item) => plainName(item.city))) {
    if (!city || towns.has(city)) continue;
    const regions = Map.groupBy(all, ({ region }) => region);
    for (const [region, here] of regions) {
      const own = here[0]?.city ?? '';
      const name = regions.size > 1 ? `${own} (${region})` : own;
      towns.set(plainName(name), { name, region, place: getMiddle(here) });
    }
  }
  return [...towns.values()].toSorted((a, b) => NAME_COLLATOR.compare(a.name, b.name));
}

function getMiddle(stations: readonly Station[]): LatLon {
  const lat = stations.reduce((sum, station) => sum + station.lat, 0) / stations.length;
  const lon = stations.reduce((sum, station) => sum + station.lon, 0) / stations.length;
  return [lat, lon];
}

/** The town of this name, ignoring case, the dots of ё, and whether its words are joined by hyphens or spaces. */
export function findTown(towns: readonly Town[], text: string): Town | undefined {
  const wanted = spaced(text);
  return wanted === '' ? undefined : towns.find(({ name }) => spaced(name) === wanted);
}

/** Returns whether a town's name begins with this text, so that the user may still be typing. */
export function isOnTheWayToTown(towns: readonly Town[], text: string): boolean {
  const prefix = spaced(text);
  return towns.some(({ name }) => spaced(name).startsWith(prefix));
}

/**
 * `55.756,37.617,Москва;59.934,30.335,Санкт-Петербург`: a route in the address. A field without a place before one with
 * a place is empty there, so that each comes back in its own field.
 */
export function writeFields(fields: readonly RouteField[]): string {
  return fields
    .map(({ text, place }) => (place ? `${place[0]},${place[1]},${text.replace(/[;,]/g, ' ')}` : ''))
    .join(';')
    .replace(/;+$/, '');
}

/** Reads at least two fields, the first ones from the address. Leaves out anything that is not a place. */
export function readFields(written: string): RouteField[] {
  const fields = written.split(';').flatMap((part): Omit<RouteField, 'key'>[] => {
    if (part === '') return [EMPTY];
    const [lat = '', lon = '', text = ''] = part.split(',');
    const place: LatLon = [Number(lat), Number(lon)];
    const isPlace = lat !== '' && lon !== '' && Math.abs(place[0]) <= 90 && Math.abs(place[1]) <= 180;
    return isPlace ? [{ text: text || formatPlaceName(place), place }] : [];
  });
  while (fields.length < 2) fields.push(EMPTY);
  return fields.map((field, key) => ({ ...field, key }));
}

const EMPTY = { text: '', place: null };

/** The name of a place picked on the map. */
export function formatPlaceName([lat, lon]: LatLon): string {
  return `Точка ${lat.toFixed(3)} ${lon.toFixed(3)}`;
}

export function getFieldLabel(index: number, count: number): string {
  if (index === 0) return 'Откуда';
  return index === count - 1 ? 'Куда' : count > 3 ? `Через, точка ${index}` : 'Через';
}

/** A router names a point by its coordinates; a person knows it by its field and its town. */
export function addPointName(sentence: string, fields: readonly RouteField[]): string {
  return sentence.replace(COORDINATES, (input) => {
    const index = fields.findIndex(({ place }) => place?.map((part) => part.toFixed(3)).join(', ') === input);
    const field = fields[index];
    if (!field?.place) return 'на карте';
    const town = field.text === formatPlaceName(field.place) ? '' : ` (${field.text})`;
    return `«${getFieldLabel(index, fields.length)}»${town}`;
  });
}

const COORDINATES = /-?\d+\.\d{3}, -?\d+\.\d{3}/g;

/** The points as the route call takes them; null until every field has a place. */
export function routePoints(fields: readonly RouteField[]): string | null {
  const places = fields.flatMap(({ place }) => (place ? [place] : []));
  return places.length === fields.length ? places.map(([lat, lon]) => `${lat},${lon}`).join(';') : null;
}

const NAME_COLLATOR = new Intl.Collator('ru');

function spaced(text: string): string {
  return plainName(text).replace(/[\s-]+/g, ' ');
}
