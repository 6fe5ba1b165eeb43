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

/** Marks the points of the route by letters, and the stops of the plan by numbers. */
export function makeMarks(fields: readonly RouteField[], plan: FuelPlan | null): Mark[] {
  const places = fields.flatMap(({ place }) => (place ? [place] : []));
  return [
    ...places.map(([lat, lon], index) => ({ lat, lon, label: 'АБВГДЕЖЗИК'[index] ?? '' })),
    ...(plan?.stops ?? []).map(({ station: { lat, lon } }, index) => ({
      lat,
      lon,
      label: String(index + 1),
    })),
  ];
}

/** Returns the path that the map moves to show whole, or null to leave the map where it is. */
export function pathToFit(path: readonly LatLon[]): readonly LatLon[] | null {
  return path.length > 1 ? path : null;
}

export function placesToFit(stations: readonly Station[]): readonly LatLon[] {
  return stations.map(({ lat, lon }): LatLon => [lat, lon]);
}
