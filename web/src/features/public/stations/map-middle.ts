import type { LatLon } from './map-shapes.ts';

/** The middle of the map when it opens: on a narrow one the European part, on a wide one the whole country. */
export const FIRST_MIDDLE: Record<'narrow' | 'wide', LatLon> = { narrow: [55.5, 45], wide: [57, 62] };

type Place = { lat: number; lon: number };

/** The nearest to this place first. Over so much land the flat distance orders well enough. */
export function nearestFirst<At extends Place>(places: readonly At[], [lat, lon]: LatLon): At[] {
  const narrow = Math.cos((lat * Math.PI) / 180);
  const getSquaredDistance = (at: Place) => (at.lat - lat) ** 2 + (wrapLongitude(at.lon - lon) * narrow) ** 2;
  return places.toSorted((a, b) => getSquaredDistance(a) - getSquaredDistance(b));
}

/** Chukotka goes on beyond 180°. */
function wrapLongitude(degrees: number): number {
  return ((degrees + 540) % 360) - 180;
}
