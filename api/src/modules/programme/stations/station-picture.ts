import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { memoizeLast } from '../../../lib/turns/memoize-last.ts';
import { listStations, readListVersion } from './stations.ts';

/** Stations that share a place make a larger dot; this many make the largest. */
const MANY = 4;

/** Pages reserve space for the picture before it is loaded, so its shape is always the same. */
const PICTURE_HEIGHT = 500;

/**
 * The country drawn from its stations, one dot a place: an SVG that a page shows as a picture. The colours follow the
 * colour scheme of the page; none is used for text, so a contrast of 3:1 is enough.
 */
export function stationPicture(stations: readonly { lat: number; lon: number }[]): string {
  const { width, height, dots } = projectStations(stations);
  const path = (name: string, fits: (count: number) => boolean): string =>
    `<path class="${name}" d="${dotsPath(dots.filter((dot) => fits(dot.count)))}"/>`;
  const top = Math.min(0, (height - PICTURE_HEIGHT) / 2);
  const shown = Math.max(height, PICTURE_HEIGHT);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 ${round(top)} ${width} ${shown}">`,
    `<style>${PICTURE_STYLE}</style>`,
    path('a', (count) => count === 1),
    path('b', (count) => count > 1 && count < MANY),
    path('c', (count) => count >= MANY),
    '</svg>',
  ].join('');
}

/** On a phone a dot would be thinner than a pixel, so the pen is thicker there. */
const PICTURE_STYLE = [
  'path{fill:none;stroke-linecap:round;stroke:#55606a;stroke-width:2.8}',
  '.b{stroke-width:4.2}.c{stroke-width:5.6;stroke:#14171a}',
  '@media(max-width:639px){path{stroke-width:4.4}.b{stroke-width:6}.c{stroke-width:8}}',
  '@media(prefers-color-scheme:dark){path{stroke:#a7b1ba}.c{stroke:#eef1f3}}',
].join('');

/** A dot of the picture: place in the view box and how many stations stand there. */
export type Dot = { x: number; y: number; count: number };

export type Picture = { width: number; height: number; dots: Dot[] };

const PICTURE_WIDTH = 1120;
/** Dots stand on a grid of this step, in units of the view box: neighbours within it become one larger dot. */
const GRID_STEP = 7;
const MARGIN = 8;

/**
 * Projects stations (degrees) onto the plane as Russian wall maps do: Albers' equal-area cone with standard parallels
 * 52° and 64°, centred on 100° E. Chukotka, beyond 180°, stays at the right. The picture is as high as the stations
 * need.
 */
export function projectStations(stations: readonly { lat: number; lon: number }[]): Picture {
  if (stations.length === 0) return { width: PICTURE_WIDTH, height: 0, dots: [] };
  const points = stations.map(({ lat, lon }) => albers(lat, lon < 0 ? lon + 360 : lon));
  const [left, right] = bounds(points.map((point) => point.x));
  const [top, bottom] = bounds(points.map((point) => point.y));
  const scale = (PICTURE_WIDTH - 2 * MARGIN) / Math.max(right - left, 1e-9);
  const counts = new Map<string, Dot>();
  for (const point of points) {
    const row = Math.round(((point.y - top) * scale) / (GRID_STEP * 0.866));
    // Every second row is shifted by half a step, so that dots pack as in a honeycomb.
    const shift = row % 2 === 0 ? 0 : GRID_STEP / 2;
    const column = Math.round(((point.x - left) * scale - shift) / GRID_STEP);
    const key = `${column}:${row}`;
    const dot = counts.get(key) ?? {
      x: round(MARGIN + column * GRID_STEP + shift),
      y: round(MARGIN + row * GRID_STEP * 0.866),
      count: 0,
    };
    dot.count += 1;
    counts.set(key, dot);
  }
  return {
    width: PICTURE_WIDTH,
    height: Math.ceil((bottom - top) * scale + 2 * MARGIN),
    dots: [...counts.values()],
  };
}

/** The dots of these sizes as one path of points: with round caps each `h0` is drawn as a dot. */
export function dotsPath(dots: readonly Dot[]): string {
  return dots.map((dot) => `M${dot.x} ${dot.y}h0`).join('');
}

const RADIANS = Math.PI / 180;
const SOUTH = Math.sin(52 * RADIANS);
const NORTH = Math.sin(64 * RADIANS);
const CONE = (SOUTH + NORTH) / 2;
const CONSTANT = Math.cos(52 * RADIANS) ** 2 + 2 * CONE * SOUTH;
const CENTRE_LONGITUDE = 100;

/** Degrees → plane units of the earth's radius; y grows downwards. */
function albers(lat: number, lon: number): { x: number; y: number } {
  const radius = Math.sqrt(CONSTANT - 2 * CONE * Math.sin(lat * RADIANS)) / CONE;
  const angle = CONE * (lon - CENTRE_LONGITUDE) * RADIANS;
  return { x: radius * Math.sin(angle), y: radius * Math.cos(angle) };
}

function bounds(values: readonly number[]): [number, number] {
  return values.reduce<[number, number]>(
    ([least, max], value) => [Math.min(least, value), Math.max(max, value)],
    [Infinity, -Infinity],
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The drawn country, made once for each version of the list. */
export function serveStationPicture(ctx: Context): () => Promise<{ bytes: Buffer; etag: string }> {
  const memoize = memoizeLast<{ bytes: Buffer; etag: string }>();
  return async () =>
    memoize(String(await readListVersion(ctx.db.system)), async () => {
      const bytes = Buffer.from(stationPicture(await listStations(ctx.db.system)));
      return { bytes, etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
    });
}
