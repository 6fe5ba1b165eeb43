import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findOnRoute, indexRoute } from './find-on-route.ts';
import { ROUTE_STATION_DEGREES } from '../limits.ts';

type LatLon = [number, number];

const place = fc.tuple(
  fc.double({ min: 54, max: 55, noNaN: true }),
  fc.double({ min: 37, max: 38.5, noNaN: true }),
);

/** Every station against every segment, by projecting: what the grid must agree with. */
function findByBruteForce(stations: readonly LatLon[], path: readonly LatLon[]): number[] {
  const segments = path.length === 1 ? [[path[0], path[0]]] : path.slice(1).map((to, at) => [path[at], to]);
  return stations.flatMap(([lat, lon], index) => {
    const near = segments.some(([from, to]) => {
      const [[y1, x1], [y2, x2]] = [from as LatLon, to as LatLon];
      const square = (x2 - x1) ** 2 + (y2 - y1) ** 2;
      const dot = (lat - y1) * (y2 - y1) + (lon - x1) * (x2 - x1);
      const at = square === 0 ? 0 : Math.min(1, Math.max(0, dot / square));
      const away = (lat - (y1 + (y2 - y1) * at)) ** 2 + (lon - (x1 + (x2 - x1) * at)) ** 2;
      return away <= ROUTE_STATION_DEGREES ** 2;
    });
    return near ? [index] : [];
  });
}

test('§9.21 the grid finds exactly the stations that a check of every segment finds', () => {
  fc.assert(
    fc.property(
      fc.array(place, { minLength: 1, maxLength: 12 }),
      fc.array(place, { maxLength: 60 }),
      (path, stations) => {
        const found = findOnRoute(
          stations.map(([lat, lon]) => ({ lat, lon })),
          path,
        );
        expect(found.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(
          findByBruteForce(stations, path),
        );
        const along = found.map(({ alongM }) => alongM);
        expect(along).toEqual(along.toSorted((a, b) => a - b));
      },
    ),
    { numRuns: 500 },
  );
});

test('§9.21 0.03 degrees is on the route, a hair more is not; stations are once and in order', () => {
  const path: LatLon[] = [
    [55, 37],
    [55, 38],
    [55, 37],
  ];
  const found = findOnRoute(
    [
      { lat: 55.0301, lon: 37.5 },
      { lat: 55.0299, lon: 37.75 },
      { lat: 55, lon: 37.25 },
      { lat: 54.9, lon: 37.5 },
    ],
    path,
  );
  expect(found.map(({ index }) => index)).toEqual([2, 1]);
  expect(found[0]?.alongM).toBeCloseTo(15_946, -2);
  expect(found[1]?.asideM).toBeCloseTo(3325, -1);
  expect(findOnRoute([{ lat: 55, lon: 37 }], [])).toEqual([]);
});

test('a path that comes by again passes a station again, one that only winds does not', () => {
  const stations = [
    { lat: 55.01, lon: 37.5 },
    { lat: 55, lon: 37.999 },
    { lat: 56, lon: 37.5 },
  ];
  const path: LatLon[] = [
    [55, 37],
    [55, 37.49],
    [55.005, 37.5],
    [55, 37.51],
    [55, 38],
    [55, 37],
  ];
  const passes = indexRoute(path).findPasses(stations);
  // The turn itself lies within reach of the second station: it is passed once.
  expect(passes.map(({ index }) => index)).toEqual([0, 1, 0]);
  const length = indexRoute(path).lengthM;
  expect(passes[0]?.alongM).toBeCloseTo(length - (passes[2]?.alongM ?? 0), -3);
});

test('the nearest of a station’s passes is where the list of stations has it', () => {
  fc.assert(
    fc.property(
      fc.array(place, { minLength: 1, maxLength: 12 }),
      fc.array(place, { maxLength: 60 }),
      (path, drawn) => {
        const line = indexRoute(path);
        const stations = drawn.map(([lat, lon]) => ({ lat, lon }));
        const passes = line.findPasses(stations);
        expect(passes.map(({ alongM }) => alongM)).toEqual(
          passes.map(({ alongM }) => alongM).toSorted((a, b) => a - b),
        );
        const listed = line.find(stations);
        for (const onRoute of listed) expect(passes).toContainEqual(onRoute);
        expect(new Set(passes.map(({ index }) => index)).size).toBe(listed.length);
      },
    ),
    { numRuns: 300 },
  );
});
