import { useMemo } from 'react';
import { indexRoute, type RoutePosition } from '#contract/fleet/find-on-route.ts';
import { buildRoute } from '#contract/programme/stations.ts';
import { useRead } from '../../../state/use-call.ts';
import type { Station } from './choose-stations.ts';
import type { LatLon } from './map-shapes.ts';
import { addPointName, routePoints, type RouteField } from './route-fields.ts';

export const NO_PATH: readonly LatLon[] = [];

/** The route between the entered places, and the stations along it. */
export function useBuiltRoute(fields: readonly RouteField[], all: readonly Station[]) {
  const points = routePoints(fields);
  const built = useRead(buildRoute, { query: { points: points ?? '' } }, { enabled: points !== null });
  const route = (points !== null && built.data?.data) || null;
  const onRoute = useMemo((): { stations: readonly Station[]; places: readonly RoutePosition[] } => {
    if (!route) return { stations: [], places: [] };
    const line = indexRoute(route.path);
    // The drawn line is a little shorter than the real road.
    const scale = line.lengthM > 0 ? route.distance_m / line.lengthM : 1;
    const places = line.find(all).map((place) => ({ ...place, alongM: place.alongM * scale }));
    return { stations: places.map(({ index }) => all[index] as Station), places };
  }, [route, all]);
  return {
    points,
    route,
    path: route?.path ?? NO_PATH,
    onRoute,
    pending: points !== null && built.isPending,
    problem: points !== null && built.error ? addPointName(built.error.message, fields) : null,
  };
}
