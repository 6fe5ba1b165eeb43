import type { listStationLoads } from '#contract/programme/staff-programme.ts';
import type { StationLoad } from './station-loads.ts';
import type { z } from 'zod';
import { toRubles } from '#contract/kopecks.ts';
import type { planFuel, readRoadMap, station } from '#contract/programme/stations.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import type { Roads } from '../../../gateways/routing/roads.ts';
import type { Route } from '../../../gateways/routing/router.ts';
import type { RouteFuelPlan } from './plan-route-fuel.ts';
import type { StationRecord } from './stations.ts';

export function presentStation(record: StationRecord): z.input<typeof station> {
  return {
    id: record.id,
    lat: record.lat,
    lon: record.lon,
    region: record.region,
    city: record.city,
    street: record.street,
    house: record.house,
    brand: record.brand,
    name: record.name,
    ownType: record.ownType,
    qr_available: record.qrAvailable,
    price_dt: record.dieselPrice === null ? null : toRubles(record.dieselPrice),
  };
}

/** Presents a route without its line. */
export function presentRoute(route: Route): EndpointData<typeof planFuel>['route'] {
  return {
    distance_m: route.distanceM,
    duration_s: route.durationS,
    tolls_avoided: route.tollsAvoided,
    provider: route.provider,
  };
}

/** A highway is sent as the list of places along it. */
export function presentRoadMap({ cities, highways }: Roads): EndpointData<typeof readRoadMap> {
  const places = new Map(cities.map(({ name, lat, lon }): [string, [number, number]] => [name, [lat, lon]]));
  return {
    cities,
    highways: highways.map(({ ref, path }) => ({
      ref,
      path: path.map((name) => places.get(name) as [number, number]),
    })),
  };
}

export function presentFuelPlan(plan: RouteFuelPlan): EndpointData<typeof planFuel> {
  return {
    route: presentRoute(plan.route),
    stops: plan.stops.map((stop) => ({
      station: presentStation(stop.station),
      along_m: Math.round(stop.alongM),
      detour_m: Math.round(stop.detourM),
      arrival_litres: stop.arrivalLitres,
      litres: stop.litres,
      sum: toRubles(stop.sum),
    })),
    litres: plan.litres,
    sum: toRubles(plan.sum),
    end_litres: plan.endLitres,
    stations: plan.stations,
    limits: plan.limits.map(({ partnerId, litres, bought }) => ({ partner_id: partnerId, litres, bought })),
  };
}

export function presentLoad(load: StationLoad): EndpointData<typeof listStationLoads>[number] {
  const { id, at, by, before, after, undoneAt, undoneBy, undoable } = load;
  return {
    id,
    at: at.toISOString(),
    by: by ?? 'Имя не указано',
    before,
    after,
    undone: undoneAt && { at: undoneAt.toISOString(), by: undoneBy ?? 'Имя не указано' },
    undoable,
  };
}
