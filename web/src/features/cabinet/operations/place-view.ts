import type { EndpointData } from '#contract/endpoint.ts';
import type { readRoadMap } from '#contract/programme/stations.ts';

type RoadMap = EndpointData<typeof readRoadMap>;
type Place = { lat: number; lon: number };
type Town = { name: string; x: number; y: number };

export const VIEW = { width: 392, height: 176 };
/** Half the width of the view, in km: the first one that shows a town. */
const HALF_WIDTHS_KM = [30, 60, 120, 240, 480];
const KM_PER_DEGREE = 111.32;
const LABEL_PX = { wide: 96, high: 18 };
const MAX_TOWNS = 5;

/** Roads and towns around a place, in px of a view with the place in its middle. */
export interface PlaceView {
  /** Points of each road, as an SVG polyline takes them. */
  roads: string[];
  towns: Town[];
  nearest: { name: string; km: number } | null;
}

/** Projects the map of roads onto a small view. Over such short distances a flat earth is exact enough. */
export function viewPlace({ cities, highways }: RoadMap, place: Place): PlaceView {
  const narrow = Math.cos((place.lat * Math.PI) / 180);
  const toKm = ({ lat, lon }: Place) => ({
    east: (lon - place.lon) * narrow * KM_PER_DEGREE,
    north: (lat - place.lat) * KM_PER_DEGREE,
  });
  const measured = cities
    .map((city) => ({ name: city.name, ...toKm(city) }))
    .map((city) => ({ ...city, km: Math.hypot(city.east, city.north) }));
  const isSeen = (half: number) => (city: { east: number; north: number }) =>
    Math.abs(city.east) < half * 0.85 && Math.abs(city.north) < (half * VIEW.height * 0.85) / VIEW.width;
  const half = HALF_WIDTHS_KM.find((km) => measured.some(isSeen(km))) ?? HALF_WIDTHS_KM.at(-1)!;
  const toView = ({ east, north }: { east: number; north: number }) => ({
    x: Math.round(VIEW.width / 2 + (east / half) * (VIEW.width / 2)),
    y: Math.round(VIEW.height / 2 - (north / half) * (VIEW.width / 2)),
  });
  const nearest = measured.toSorted((a, b) => a.km - b.km)[0];
  return {
    roads: highways.map(({ path }) =>
      path
        .map(([lat, lon]) => toView(toKm({ lat, lon })))
        .map(({ x, y }) => `${x},${y}`)
        .join(' '),
    ),
    towns: chooseTowns(measured.filter(isSeen(half)).map((city) => ({ name: city.name, ...toView(city) }))),
    nearest: nearest ? { name: nearest.name, km: Math.round(nearest.km) } : null,
  };
}

/** The largest ones whose names do not lie over each other. The list begins with the largest. */
function chooseTowns(towns: readonly Town[]): Town[] {
  const chosen: Town[] = [];
  for (const town of towns) {
    const isFree = chosen.every(
      ({ x, y }) => Math.abs(x - town.x) > LABEL_PX.wide || Math.abs(y - town.y) > LABEL_PX.high,
    );
    if (isFree && chosen.length < MAX_TOWNS) chosen.push(town);
  }
  return chosen;
}
