import type { FeatureCollection, Geometry, Point, Position } from 'geojson';
import { land, unitsPerDegree } from 'virtual:base-map';
import type { EndpointData } from '#contract/endpoint.ts';
import { networkOfBrand, type readRoadMap } from '#contract/programme/stations.ts';
import type { Station } from './choose-stations.ts';

/** Shapes that the map draws, as the GeoJSON that its library reads. */
export type LatLon = readonly [lat: number, lon: number];
export type RoadMap = EndpointData<typeof readRoadMap>;

/** A numbered place: a point of the route or a stop of the plan. */
export type Mark = { lat: number; lon: number; label: string };

export const NOTHING: FeatureCollection = { type: 'FeatureCollection', features: [] };

function collect(
  shapes: readonly { geometry: Geometry; properties?: Record<string, string | number> }[],
): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: shapes.map(({ geometry, properties = {} }) => ({ type: 'Feature', geometry, properties })),
  };
}

export function landShapes(): FeatureCollection {
  return collect(
    land.map((rings) => ({ geometry: { type: 'Polygon', coordinates: rings.map(readDifferences) } })),
  );
}

function readDifferences(written: number[]): Position[] {
  const ring: Position[] = [];
  let [lon, lat] = [0, 0];
  for (let at = 0; at < written.length; at += 2) {
    lon += written[at] as number;
    lat += written[at + 1] as number;
    ring.push([lon / unitsPerDegree, lat / unitsPerDegree]);
  }
  const [first] = ring;
  return first ? [...ring, first] : ring;
}

function toPoint({ lat, lon }: { lat: number; lon: number }): Point {
  return { type: 'Point', coordinates: [lon, lat] };
}

/** Properties by which the map colours a network: its number, or the colour of an added network. */
export type Networks = readonly {
  id: number;
  colour?: string | undefined;
  brands?: readonly string[] | undefined;
}[];

export function stationShapes(stations: readonly Station[], networks: Networks): FeatureCollection {
  const colours = new Map(networks.map(({ id, colour }) => [id, colour ?? String(id)]));
  const getName = (id: number) => colours.get(id) ?? String(id);
  return collect(
    stations.map((station) => ({
      geometry: toPoint(station),
      properties: {
        id: station.id,
        network: getName(networkOfBrand(station.brand, networks)),
        ...(station.price_dt === null ? {} : { price: station.price_dt }),
      },
    })),
  );
}

export function lineShapes(lines: readonly { path: readonly LatLon[]; ref: string }[]): FeatureCollection {
  return collect(
    lines.map(({ path, ref }) => ({
      geometry: { type: 'LineString', coordinates: path.map(([lat, lon]) => [lon, lat]) },
      properties: { ref },
    })),
  );
}

export function roadShapes({ highways }: RoadMap): FeatureCollection {
  return lineShapes(highways.filter(({ ref }) => !ref.includes('альт')));
}

/** Junctions of many roads come first, so that their names are placed before the others. */
export function cityShapes({ cities, highways }: RoadMap): FeatureCollection {
  const roads = new Map<string, number>();
  for (const { path } of highways) {
    for (const [lat, lon] of path) roads.set(`${lat},${lon}`, (roads.get(`${lat},${lon}`) ?? 0) + 1);
  }
  return collect(
    cities.map((city) => ({
      geometry: toPoint(city),
      properties: { name: city.name, order: -(roads.get(`${city.lat},${city.lon}`) ?? 0) },
    })),
  );
}

export function markShapes(marks: readonly Mark[]): FeatureCollection {
  return collect(marks.map((mark) => ({ geometry: toPoint(mark), properties: { label: mark.label } })));
}
