import type { Point } from './router.ts';

/** About two hundred metres: the line of a route across the country stays small enough for a phone. */
const SPACING_DEGREES = 0.002;

/** Leaves out points close to the one before; the first and the last stay. */
export function thinned(path: readonly Point[]): Point[] {
  const simplified: Point[] = [];
  for (const [index, point] of path.entries()) {
    const last = simplified.at(-1);
    const close =
      last &&
      Math.abs(point[0] - last[0]) < SPACING_DEGREES &&
      Math.abs(point[1] - last[1]) < SPACING_DEGREES;
    if (!close || index === path.length - 1) simplified.push(point);
  }
  return simplified;
}

/**
 * Reads an encoded polyline (Google's algorithm): each coordinate is the difference to the one before, in units of the
 * given precision, zigzag, five bits a character. Valhalla writes six decimals. Null when the text breaks off.
 */
export function decodePolyline(text: string, decimals: number): Point[] | null {
  const unit = 10 ** decimals;
  const path: Point[] = [];
  const at = { place: 0 };
  let lat = 0;
  let lon = 0;
  while (at.place < text.length) {
    const [north, east] = [readDifference(text, at), readDifference(text, at)];
    if (north === null || east === null) return null;
    lat += north;
    lon += east;
    path.push([lat / unit, lon / unit]);
  }
  return path;
}

function readDifference(text: string, at: { place: number }): number | null {
  let value = 0;
  // Multiplies, because a shift would lose the bits above the thirty-second.
  for (let weight = 1; at.place < text.length; weight *= 32) {
    const bits = text.charCodeAt(at.place++) - 63;
    if (bits < 0 || bits > 63) return null;
    value += (bits % 32) * weight;
    if (bits < 32) return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }
  return null;
}

/** Reads `LINESTRING(lon lat, lon lat)`, ignoring heights. Null for anything else. */
export function readLineString(text: string): Point[] | null {
  const inside = /^LINESTRING\s*Z?\s*\(([^()]+)\)$/i.exec(text.trim())?.[1];
  const points = inside?.split(',').map((pair): Point => {
    const [lon = NaN, lat = NaN] = pair.trim().split(/\s+/).map(Number);
    return [lat, lon];
  });
  return points?.every(([lat, lon]) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180) ? points : null;
}
