import { ROUTE_STATION_DEGREES } from '../limits.ts';

/** A station beside a route: its index in the list that was searched, and where it lies. */
export interface RoutePosition {
  index: number;
  /** Metres from the start, along the line as it is drawn. */
  alongM: number;
  /** Metres from the line to the station, as the crow flies. */
  asideM: number;
}

/** A path prepared for finding many stations. */
export interface RouteIndex {
  find(stations: readonly Place[]): RoutePosition[];
  /**
   * Returns each station as often as the path passes within reach of it, for example on the way there and on the
   * way back.
   */
  findPasses(stations: readonly Place[]): RoutePosition[];
  /** Length of the whole line as drawn, in metres. */
  lengthM: number;
}

interface Place {
  lat: number;
  lon: number;
}

type LatLon = readonly [lat: number, lon: number];

/** Twice the search distance: few cells for a long path, few segments in a cell. */
const CELL = ROUTE_STATION_DEGREES * 2;
const REACH = ROUTE_STATION_DEGREES;

/**
 * The stations within 0.03 of the path (spec section 9), in the order of the road; each once, at its nearest place.
 * 0.03 is in planar degrees: 3.3 km from north to south, about 1.9 km from east to west at 55° N.
 */
export function findOnRoute(stations: readonly Place[], path: readonly LatLon[]): RoutePosition[] {
  return indexRoute(path).find(stations);
}

/** A grid over the path; each cell lists the segments within reach of it, so a distant station costs one lookup. */
export function indexRoute(path: readonly LatLon[]): RouteIndex {
  const line = toLine(path);
  const along = distancesAlong(line);
  const grid = path.length > 0 ? makeGrid(line) : null;

  function nearest({ lat, lon }: Place): number {
    const cell = grid ? getCell(grid, lat, lon) : -1;
    if (!grid || cell < 0) return -1;
    let squared = REACH * REACH;
    let best = -1;
    for (let entry = grid.head[cell]!; entry !== 0; entry = grid.next[entry]!) {
      const segment = grid.segment[entry]!;
      const distance = squaredTo(line, segment, placeOn(line, segment, lat, lon), lat, lon);
      if (distance < squared || (distance === squared && (best < 0 || segment < best))) {
        squared = distance;
        best = segment;
      }
    }
    return best;
  }

  /**
   * Returns the nearest segment of each range that stays within reach. A cell's chain runs from its last segment to its
   * first.
   */
  function passes({ lat, lon }: Place): number[] {
    const found: number[] = [];
    const cell = grid ? getCell(grid, lat, lon) : -1;
    if (!grid || cell < 0) return found;
    let least = Infinity;
    let later = -1;
    for (let entry = grid.head[cell]!; entry !== 0; entry = grid.next[entry]!) {
      const segment = grid.segment[entry]!;
      const distance = squaredTo(line, segment, placeOn(line, segment, lat, lon), lat, lon);
      if (distance > REACH * REACH) continue;
      const stayed = later === segment + 1 && squaredTo(line, segment, 1, lat, lon) <= REACH * REACH;
      if (!stayed) found.push(segment);
      else if (distance <= least) found[found.length - 1] = segment;
      least = stayed ? Math.min(least, distance) : distance;
      later = segment;
    }
    return found;
  }

  function placed(index: number, { lat, lon }: Place, segment: number): RoutePosition {
    const at = placeOn(line, segment, lat, lon);
    const nearLat = line.lats[segment]! + (line.lats[segment + 1]! - line.lats[segment]!) * at;
    const nearLon = line.lons[segment]! + (line.lons[segment + 1]! - line.lons[segment]!) * at;
    return {
      index,
      alongM: along[segment]! + (along[segment + 1]! - along[segment]!) * at,
      asideM: metresBetween(nearLat, nearLon, lat, lon),
    };
  }

  function inOrder(found: RoutePosition[]): RoutePosition[] {
    return found.sort((a, b) => a.alongM - b.alongM || a.index - b.index);
  }

  return {
    lengthM: along.at(-1) ?? 0,
    find(stations) {
      const found: RoutePosition[] = [];
      for (let index = 0; index < stations.length; index += 1) {
        const segment = nearest(stations[index]!);
        if (segment >= 0) found.push(placed(index, stations[index]!, segment));
      }
      return inOrder(found);
    },
    findPasses(stations) {
      return inOrder(
        stations.flatMap((station, index) =>
          passes(station).map((segment) => placed(index, station, segment)),
        ),
      );
    },
  };
}

/** Plain arrays of numbers: the inner loops are where the time goes. */
interface Line {
  lats: Float64Array;
  lons: Float64Array;
  segments: number;
}

/** A path of one point becomes a segment from it to itself. */
function toLine(path: readonly LatLon[]): Line {
  const points = path.length === 1 ? [path[0]!, path[0]!] : path;
  const line = {
    lats: new Float64Array(points.length),
    lons: new Float64Array(points.length),
    segments: Math.max(0, points.length - 1),
  };
  for (let at = 0; at < points.length; at += 1) {
    line.lats[at] = points[at]![0];
    line.lons[at] = points[at]![1];
  }
  return line;
}

interface Grid {
  south: number;
  west: number;
  rows: number;
  columns: number;
  /** The first entry of each cell's chain, or 0 for none. */
  head: Int32Array;
  next: number[];
  segment: number[];
}

function makeGrid(line: Line): Grid {
  let south = Infinity;
  let west = Infinity;
  let north = -Infinity;
  let east = -Infinity;
  for (let at = 0; at < line.lats.length; at += 1) {
    south = Math.min(south, line.lats[at]!);
    north = Math.max(north, line.lats[at]!);
    west = Math.min(west, line.lons[at]!);
    east = Math.max(east, line.lons[at]!);
  }
  south -= REACH;
  west -= REACH;
  const rows = Math.floor((north + REACH - south) / CELL) + 1;
  const columns = Math.floor((east + REACH - west) / CELL) + 1;
  const grid = { south, west, rows, columns, head: new Int32Array(rows * columns), next: [0], segment: [-1] };
  for (let at = 0; at < line.segments; at += 1) addSegment(grid, line, at);
  return grid;
}

/** Adds, row by row, the part of the segment within reach. */
function addSegment(grid: Grid, line: Line, segment: number): void {
  const lat1 = line.lats[segment]!;
  const lat2 = line.lats[segment + 1]!;
  const lon1 = line.lons[segment]!;
  const lon2 = line.lons[segment + 1]!;
  const firstRow = clamped((Math.min(lat1, lat2) - REACH - grid.south) / CELL, grid.rows);
  const lastRow = clamped((Math.max(lat1, lat2) + REACH - grid.south) / CELL, grid.rows);
  for (let row = firstRow; row <= lastRow; row += 1) {
    // The part of the segment, from 0 to 1, that lies in the band; slightly wider, to allow for rounding.
    let from = 0;
    let to = 1;
    if (lat1 !== lat2) {
      const low = (grid.south + row * CELL - REACH - lat1) / (lat2 - lat1);
      const high = (grid.south + (row + 1) * CELL + REACH - lat1) / (lat2 - lat1);
      from = Math.max(0, Math.min(low, high) - 1e-9);
      to = Math.min(1, Math.max(low, high) + 1e-9);
    }
    const a = lon1 + (lon2 - lon1) * from;
    const b = lon1 + (lon2 - lon1) * to;
    const firstColumn = clamped((Math.min(a, b) - REACH - grid.west) / CELL, grid.columns);
    const lastColumn = clamped((Math.max(a, b) + REACH - grid.west) / CELL, grid.columns);
    for (let cell = row * grid.columns + firstColumn; cell <= row * grid.columns + lastColumn; cell += 1) {
      grid.segment.push(segment);
      grid.next.push(grid.head[cell]!);
      grid.head[cell] = grid.next.length - 1;
    }
  }
}

/** The number of a row or column. A point that rounding puts past the edge belongs to the edge. */
function clamped(cells: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(cells)));
}

function getCell({ south, west, rows, columns }: Grid, lat: number, lon: number): number {
  const row = Math.floor((lat - south) / CELL);
  const column = Math.floor((lon - west) / CELL);
  return row >= 0 && row < rows && column >= 0 && column < columns ? row * columns + column : -1;
}

/** Returns where on the segment, from 0 to 1, the nearest point lies. */
function placeOn({ lats, lons }: Line, segment: number, lat: number, lon: number): number {
  const dy = lats[segment + 1]! - lats[segment]!;
  const dx = lons[segment + 1]! - lons[segment]!;
  const squared = dx * dx + dy * dy;
  if (squared === 0) return 0;
  const dot = (lat - lats[segment]!) * dy + (lon - lons[segment]!) * dx;
  return Math.min(1, Math.max(0, dot / squared));
}

function squaredTo({ lats, lons }: Line, segment: number, at: number, lat: number, lon: number): number {
  const dy = lat - (lats[segment]! + (lats[segment + 1]! - lats[segment]!) * at);
  const dx = lon - (lons[segment]! + (lons[segment + 1]! - lons[segment]!) * at);
  return dx * dx + dy * dy;
}

function distancesAlong({ lats, lons }: Line): Float64Array {
  const along = new Float64Array(lats.length);
  for (let at = 1; at < lats.length; at += 1) {
    along[at] = along[at - 1]! + metresBetween(lats[at - 1]!, lons[at - 1]!, lats[at]!, lons[at]!);
  }
  return along;
}

const EARTH_M = 6_371_000;
const RADIANS = Math.PI / 180;

/** Returns the distance as the crow flies. */
function metresBetween(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const north = Math.sin(((lat2 - lat1) * RADIANS) / 2);
  const east = Math.sin(((lon2 - lon1) * RADIANS) / 2);
  const a = north * north + Math.cos(lat1 * RADIANS) * Math.cos(lat2 * RADIANS) * east * east;
  return 2 * EARTH_M * Math.asin(Math.sqrt(Math.min(1, a)));
}
