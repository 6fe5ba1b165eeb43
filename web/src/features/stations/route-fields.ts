import type { LatLon, RoadMap } from './map-shapes.ts';
import type { Station } from './choose-stations.ts';

/** A point of the route as it is being filled in. */
export type RouteField = { key: number; text: string; place: LatLon | null };

/** Where a name of the search leads. */
export type Town = { name: string; region: string; place: LatLon };

/** Towns of the road map, and those that only stations know, in the middle of their stations; by name. */
export function townsOf(roads: RoadMap | undefined, stations: readonly Station[]): Town[] {
  const towns = new Map<string, Town>();
  for (const { name, region, lat, lon } of roads?.cities ?? []) {
    towns.set(plain(name), { name, region, place: [lat, lon] });
  }
  for (const [name, here] of Map.groupBy(stations, ({ city }) => city)) {
    if (!name || towns.has(plain(name))) continue;
    const lat = here.reduce((sum, one) => sum + one.lat, 0) / here.length;
    const lon = here.reduce((sum, one) => sum + one.lon, 0) / here.length;
    towns.set(plain(name), { name, region: here[0]?.region ?? '', place: [lat, lon] });
  }
  return [...towns.values()].toSorted((a, b) => BY_NAME.compare(a.name, b.name));
}

/** The town that is named so, whatever the case and the dots over ё. */
export function findTown(towns: readonly Town[], text: string): Town | undefined {
  const wanted = plain(text);
  return wanted === '' ? undefined : towns.find(({ name }) => plain(name) === wanted);
}

/** `55.756,37.617,Москва;59.934,30.335,Санкт-Петербург`: how a route stands in the address. */
export function writeFields(fields: readonly RouteField[]): string {
  return fields
    .flatMap(({ text, place }) => (place ? [`${place[0]},${place[1]},${text.replace(/[;,]/g, ' ')}`] : []))
    .join(';');
}

/** At least two fields, the first ones from the address; what is no place there is left out. */
export function readFields(written: string): RouteField[] {
  const fields = written.split(';').flatMap((part): Omit<RouteField, 'key'>[] => {
    const [lat = '', lon = '', text = ''] = part.split(',');
    const place: LatLon = [Number(lat), Number(lon)];
    const isPlace = lat !== '' && lon !== '' && Math.abs(place[0]) <= 90 && Math.abs(place[1]) <= 180;
    return isPlace ? [{ text: text || nameOf(place), place }] : [];
  });
  while (fields.length < 2) fields.push({ text: '', place: null });
  return fields.map((field, key) => ({ ...field, key }));
}

/** Of a place that was pointed out on the map. */
export function nameOf([lat, lon]: LatLon): string {
  return `Точка ${lat.toFixed(3)} ${lon.toFixed(3)}`;
}

/** What the call of the route takes; null until every field has its place. */
export function routePoints(fields: readonly RouteField[]): string | null {
  const places = fields.flatMap(({ place }) => (place ? [place] : []));
  return places.length === fields.length ? places.map(([lat, lon]) => `${lat},${lon}`).join(';') : null;
}

const BY_NAME = new Intl.Collator('ru');

function plain(text: string): string {
  return text.toLowerCase().replaceAll('ё', 'е').trim();
}
