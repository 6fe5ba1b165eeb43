import { crowKm, listLegs, ROAD_FACTOR, type City, type Leg, type Roads } from './roads.ts';
import type { Point, Route, RouteOutcome, Router } from './router.ts';

/** Speeds of trucks, so that a toll road wins if it is allowed (docs/facts.md 11). */
const TOLL_KMH = 85;
const OPEN_ROAD_KMH = 65;
/** Speed between a point and the road. */
const APPROACH_KMH = 40;
/** A point that is farther than this from every road has no route. */
const APPROACH_MAX_KM = 150;

/**
 * Routes over the highways of roads.json: from each point to the nearest place on a road, then the fastest way. Roads are
 * straight lines between cities, so distances are accurate to a few percent and the line is a sketch.
 */
export function embeddedRouter(roads: Roads): Router {
  const all = listLegs(roads);
  const free = all.filter((leg) => !leg.toll);
  const wholeNetwork = toNetwork(all);
  const freeNetwork = toNetwork(free);
  return {
    async route(points, { avoidTolls }): Promise<RouteOutcome> {
      const network = avoidTolls ? freeNetwork : wholeNetwork;
      const route: Route = {
        distanceM: 0,
        durationS: 0,
        path: [],
        tollsAvoided: avoidTolls,
        provider: 'embedded',
      };
      for (const [index, to] of points.slice(1).entries()) {
        const outcome = join(network, points[index] as Point, to);
        if (!outcome.found) return outcome;
        addSegment(route, outcome);
      }
      return { found: true, route: { ...route, distanceM: Math.round(route.distanceM) } };
    },
  };
}

interface RouteSegment {
  km: number;
  hours: number;
  path: Point[];
}

type JoinedSegment = ({ found: true } & RouteSegment) | { found: false; reason: string };

function addSegment(route: Route, { km, hours, path }: RouteSegment): void {
  route.distanceM += km * 1000;
  route.durationS += Math.round(hours * 3600);
  // The point where two ranges meet is listed once.
  route.path.push(...(route.path.length > 0 ? path.slice(1) : path));
}

interface Network {
  legs: Leg[];
  neighbours: Map<City, { to: City; leg: Leg }[]>;
}

function toNetwork(legs: Leg[]): Network {
  const neighbours: Network['neighbours'] = new Map();
  for (const leg of legs) {
    for (const [from, to] of [
      [leg.from, leg.to],
      [leg.to, leg.from],
    ] as const) {
      const known = neighbours.get(from);
      if (known) known.push({ to, leg });
      else neighbours.set(from, [{ to, leg }]);
    }
  }
  return { legs, neighbours };
}

/** Place on a leg where a point joins the road network. */
interface Entry {
  point: Point;
  leg: Leg;
  /** 0 at the leg's beginning, 1 at its end. */
  at: number;
  place: { lat: number; lon: number };
  approachKm: number;
}

function join(network: Network, from: Point, to: Point): JoinedSegment {
  const start = findEntry(network, from);
  const end = findEntry(network, to);
  if (!start) return noRoadAt(from);
  if (!end) return noRoadAt(to);
  const ride = fastest(network, start, end);
  if (!ride) {
    return {
      found: false,
      reason: 'Между этими точками нет дороги: без парома или самолёта до места не добраться',
    };
  }
  const approachKm = start.approachKm + end.approachKm;
  return {
    found: true,
    km: ride.km + approachKm,
    hours: ride.hours + approachKm / APPROACH_KMH,
    path: withoutRepeats([
      from,
      [start.place.lat, start.place.lon],
      ...ride.through,
      [end.place.lat, end.place.lon],
      to,
    ]),
  };
}

function noRoadAt([lat, lon]: Point): JoinedSegment {
  return { found: false, reason: `Рядом с точкой ${lat.toFixed(3)}, ${lon.toFixed(3)} нет автодороги` };
}

function findEntry(network: Network, point: Point): Entry | null {
  let best: { leg: Leg; at: number; squared: number } | null = null;
  for (const leg of network.legs) {
    const found = findNearestPoint(leg, point);
    if (!best || found.squared < best.squared) best = { leg, ...found };
  }
  if (!best) return null;
  const { leg, at } = best;
  const place = between(leg, at);
  const approachKm = crowKm({ lat: point[0], lon: point[1] }, place) * ROAD_FACTOR;
  return approachKm > APPROACH_MAX_KM ? null : { point, leg, at, place, approachKm };
}

/** Computed on a plane, with degrees of longitude shortened according to the point's latitude. */
function findNearestPoint({ from, to }: Leg, [lat, lon]: Point): { at: number; squared: number } {
  const narrow = Math.cos((lat * Math.PI) / 180);
  const dx = (to.lon - from.lon) * narrow;
  const dy = to.lat - from.lat;
  const px = (lon - from.lon) * narrow;
  const py = lat - from.lat;
  const at = Math.min(1, Math.max(0, (px * dx + py * dy) / (dx * dx + dy * dy)));
  return { at, squared: (px - at * dx) ** 2 + (py - at * dy) ** 2 };
}

function between({ from, to }: Leg, at: number): { lat: number; lon: number } {
  return {
    lat: rounded(from.lat + (to.lat - from.lat) * at),
    lon: rounded(from.lon + (to.lon - from.lon) * at),
  };
}

/** Five decimals are one metre. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}

interface RoadPath {
  km: number;
  hours: number;
  through: Point[];
}

interface ReachedCity {
  hours: number;
  km: number;
  from: City | null;
}

/** Dijkstra's algorithm over the cities, from both ends of the first leg to both ends of the last. */
function fastest(network: Network, start: Entry, end: Entry): RoadPath | null {
  const reached = new Map<City, ReachedCity>();
  const open = new Set<City>();
  const done = new Set<City>();

  function reach(city: City, candidate: ReachedCity): void {
    const known = reached.get(city);
    if (done.has(city) || (known && known.hours <= candidate.hours)) return;
    reached.set(city, candidate);
    open.add(city);
  }

  for (const { city, part } of getLegEnds(start))
    reach(city, { ...computeCost(start.leg, part), from: null });
  for (let city = nearest(open, reached); city; city = nearest(open, reached)) {
    open.delete(city);
    done.add(city);
    const here = reached.get(city) as ReachedCity;
    for (const { to, leg } of network.neighbours.get(city) ?? []) {
      const cost = computeCost(leg, 1);
      reach(to, { hours: here.hours + cost.hours, km: here.km + cost.km, from: city });
    }
  }
  return findBestEnd(reached, start, end);
}

function findBestEnd(reached: Map<City, ReachedCity>, start: Entry, end: Entry): RoadPath | null {
  const rides = getLegEnds(end).flatMap(({ city, part }): RoadPath[] => {
    const arrived = reached.get(city);
    if (!arrived) return [];
    const rest = computeCost(end.leg, part);
    return [
      { hours: arrived.hours + rest.hours, km: arrived.km + rest.km, through: tracePath(city, reached) },
    ];
  });
  // Two points on one leg need no city between them.
  if (start.leg === end.leg)
    rides.push({ ...computeCost(start.leg, Math.abs(start.at - end.at)), through: [] });
  return rides.reduce<RoadPath | null>(
    (best, ride) => (best && best.hours <= ride.hours ? best : ride),
    null,
  );
}

function getLegEnds({ leg, at }: Entry): { city: City; part: number }[] {
  return [
    { city: leg.from, part: at },
    { city: leg.to, part: 1 - at },
  ];
}

function computeCost({ km, toll }: Leg, part: number): { km: number; hours: number } {
  return { km: km * part, hours: (km * part) / (toll ? TOLL_KMH : OPEN_ROAD_KMH) };
}

/** With a few hundred cities, scanning the open ones is faster than a heap. */
function nearest(open: Set<City>, reached: Map<City, ReachedCity>): City | null {
  let best: City | null = null;
  let bestHours = Infinity;
  for (const city of open) {
    const { hours } = reached.get(city) as ReachedCity;
    if (hours < bestHours) [best, bestHours] = [city, hours];
  }
  return best;
}

function tracePath(city: City, reached: Map<City, ReachedCity>): Point[] {
  const way: Point[] = [];
  for (let at: City | null = city; at; at = reached.get(at)?.from ?? null) way.unshift([at.lat, at.lon]);
  return way;
}

function withoutRepeats(path: Point[]): Point[] {
  return path.filter(([lat, lon], index) => {
    const before = path[index - 1];
    return !before || before[0] !== lat || before[1] !== lon;
  });
}
