import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Plugin } from 'vite';

type Ring = [lon: number, lat: number][];

const NAME = 'virtual:base-map';
/** The area that the map can show; the map stays a little inside it, so that the cut edges are never visible. */
const BOX = { west: -30, south: 22, east: 205, north: 85 };
const UNITS_PER_DEGREE = 1000;

/**
 * Land for the map of stations, drawn once at build time from world-atlas (Natural Earth, public domain): unrolled over
 * the antimeridian, cut to the part that is shown, and written as differences, which travel as a quarter of the size.
 */
export function drawBaseMap(): Plugin {
  return {
    name: 'draw-base-map',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load(id) {
      if (id !== `\0${NAME}`) return null;
      const land = landPolygons().map((rings) => rings.map(differences));
      return `export const unitsPerDegree = ${UNITS_PER_DEGREE};\nexport const land = JSON.parse('${JSON.stringify(land)}');\n`;
    },
  };
}

/** Returns the rings of each polygon, the outer one first. */
function landPolygons(): Ring[][] {
  const file = createRequire(import.meta.url).resolve('world-atlas/land-50m.json');
  const atlas = JSON.parse(readFileSync(file, 'utf8')) as Topology;
  const { features } = feature(atlas, atlas.objects.land as GeometryCollection);
  return features
    .flatMap(({ geometry }) => {
      if (geometry.type === 'MultiPolygon') return geometry.coordinates as Ring[][];
      return geometry.type === 'Polygon' ? [geometry.coordinates as Ring[]] : [];
    })
    .flatMap((rings) => {
      const unrolled = rings.map(unwrapRing);
      const outer = unrolled[0];
      // A ring around a pole does not close once it is unrolled: Antarctica, which no map here shows.
      if (!outer || Math.abs((outer[0]?.[0] ?? 0) - (outer.at(-1)?.[0] ?? 0)) > 1) return [];
      const aligned = align(outer, unrolled.slice(1));
      // A piece may be seen on either side of the antimeridian.
      return [-360, 0, 360].map((turn) => aligned.map((ring) => cut(moved(ring, turn))));
    })
    .map((rings) => rings.filter((ring) => ring.length > 3))
    .filter((rings) => rings.length > 0);
}

/** Steps over the antimeridian become steps of less than half a turn. */
function unwrapRing(ring: Ring): Ring {
  let turn = 0;
  let before = ring[0]?.[0] ?? 0;
  return ring.map(([lon, lat]) => {
    if (lon - before > 180) turn -= 360;
    else if (lon - before < -180) turn += 360;
    before = lon;
    return [lon + turn, lat];
  });
}

/** Holes follow their outer ring, else the Caspian Sea fills with land. */
function align(outer: Ring, holes: Ring[]): Ring[] {
  const west = Math.min(...outer.map(([lon]) => lon));
  return [
    outer,
    ...holes.map((hole) => {
      const holeWest = Math.min(...hole.map(([lon]) => lon));
      return moved(hole, 360 * Math.ceil((west - holeWest) / 360));
    }),
  ];
}

function moved(ring: Ring, turn: number): Ring {
  return turn === 0 ? ring : ring.map(([lon, lat]) => [lon + turn, lat]);
}

/** Sutherland and Hodgman: the four edges of the box, one after another. */
function cut(ring: Ring): Ring {
  return clipRing(
    clipRing(clipRing(clipRing(ring, 0, BOX.west, 1), 0, BOX.east, -1), 1, BOX.south, 1),
    1,
    BOX.north,
    -1,
  );
}

function clipRing(ring: Ring, axis: 0 | 1, edge: number, side: 1 | -1): Ring {
  const isInside = (point: Ring[number]): boolean => (point[axis] - edge) * side >= 0;
  return ring.flatMap((point, index) => {
    const before = ring.at(index - 1) as Ring[number];
    if (isInside(before) === isInside(point)) return isInside(point) ? [point] : [];
    const part = (edge - before[axis]) / (point[axis] - before[axis]);
    const crossing: Ring[number] = [
      before[0] + (point[0] - before[0]) * part,
      before[1] + (point[1] - before[1]) * part,
    ];
    return isInside(point) ? [crossing, point] : [crossing];
  });
}

/** Longitude and latitude by turns, each as the difference to the one before; points that fall together are one. */
function differences(ring: Ring): number[] {
  const written: number[] = [];
  let [lastLon, lastLat] = [0, 0];
  for (const [lon, lat] of ring) {
    const [x, y] = [Math.round(lon * UNITS_PER_DEGREE), Math.round(lat * UNITS_PER_DEGREE)];
    if (written.length > 0 && x === lastLon && y === lastLat) continue;
    written.push(x - lastLon, y - lastLat);
    [lastLon, lastLat] = [x, y];
  }
  return written;
}
