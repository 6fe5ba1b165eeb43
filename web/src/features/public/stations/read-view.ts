import type { Station, StationFilters } from './choose-stations.ts';
import type { FuelPlan } from './describe-plan.ts';
import type { LatLon, Mark } from './map-shapes.ts';
import type { RouteField } from './route-fields.ts';

/** The filters as in the page's address. */
export function parseFilters(query: URLSearchParams): StationFilters {
  return {
    search: query.get('city') ?? '',
    brand: query.get('brand') ?? '',
    region: query.get('region') ?? '',
    qrOnly: query.get('qr') === '1',
    dieselOnly: query.get('dt') === '1',
  };
}

/** A network or a region without stations, as an old address may name it, counts as not chosen. */
export function withStations(filters: StationFilters, all: readonly Station[]): StationFilters {
  const brand = all.some((item) => item.brand === filters.brand) ? filters.brand : '';
  const region = all.some((item) => item.region === filters.region) ? filters.region : '';
  return { ...filters, brand, region };
}

type Place = { lat: number; lon: number };

/** Marks the points of the route by letters, and the stops of the plan by numbers. */
export function makeMarks(fields: readonly RouteField[], plan: FuelPlan | null): Mark[] {
  const points = fields.flatMap(({ place }) => (place ? [{ lat: place[0], lon: place[1] }] : []));
  const stops = (plan?.stops ?? []).map(({ station }) => station);
  return makeTripMarks(points, stops);
}

/** A share of the trip's extent: marks that stand nearer cover each other on a map of the whole trip. */
const MARK_SHARE = 0.05;

/** Marks places of a trip by letters, and its stops by numbers. A stop takes the place of a letter that it would cover. */
export function makeTripMarks(points: readonly Place[], stops: readonly Place[]): Mark[] {
  const extent = Math.max(...points.map((from) => Math.max(...points.map((to) => getDistance(from, to)))));
  const isCovered = (point: Place) => stops.some((stop) => getDistance(point, stop) < extent * MARK_SHARE);
  return [
    ...points.flatMap((point, index) => (isCovered(point) ? [] : [toMark(point, 'АБВГДЕЖЗИК'[index] ?? '')])),
    ...stops.map((stop, index) => toMark(stop, String(index + 1))),
  ];
}

function toMark({ lat, lon }: Place, label: string): Mark {
  return { lat, lon, label };
}

/** Flat distance in degrees of latitude: enough to compare places of one trip. */
function getDistance(from: Place, to: Place): number {
  return Math.hypot(from.lat - to.lat, (from.lon - to.lon) * Math.cos((from.lat * Math.PI) / 180));
}

/** Returns the path that the map moves to show whole, or null to leave the map where it is. */
export function clipPath(path: readonly LatLon[]): readonly LatLon[] | null {
  return path.length > 1 ? path : null;
}

export function placesToFit(stations: readonly Station[]): readonly LatLon[] {
  return stations.map(({ lat, lon }): LatLon => [lat, lon]);
}
