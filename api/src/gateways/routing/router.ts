/** A place: latitude, longitude. Adapters swap them if their service wants the opposite order. */
export type Point = readonly [lat: number, lon: number];

export interface Route {
  distanceM: number;
  durationS: number;
  path: Point[];
  /** The route has no toll leg because that was requested. */
  tollsAvoided: boolean;
  /** Service that made the route. */
  provider: string;
}

/** `reason` is a Russian sentence for the user. */
export type RouteOutcome = { found: true; route: Route } | { found: false; reason: string };

interface RouteWish {
  avoidTolls: boolean;
}

/** Roads for trucks through two or more points, in their order. May throw RoutingUnavailable. */
export interface Router {
  route(points: readonly Point[], wish: RouteWish): Promise<RouteOutcome>;
}

/** The service could not be asked, or answered nonsense: there may still be a route. */
export class RoutingUnavailable extends Error {
  override readonly name = 'RoutingUnavailable';
}
