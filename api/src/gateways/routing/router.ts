/** A place: latitude, longitude. Every adapter turns it round where its service wants it the other way. */
export type Point = readonly [lat: number, lon: number];

export interface Route {
  distanceM: number;
  durationS: number;
  path: Point[];
  /** The route has no toll leg because it was asked for so. */
  tollsAvoided: boolean;
  /** Who made the route. */
  provider: string;
}

/** `reason` is a Russian sentence for the user. */
export type RouteOutcome = { found: true; route: Route } | { found: false; reason: string };

export interface RouteWish {
  avoidTolls: boolean;
}

/** Roads for trucks through two or more points, in their order. May throw RoutingUnavailable. */
export interface Router {
  route(points: readonly Point[], wish: RouteWish): Promise<RouteOutcome>;
}

/** The service could not be asked, or answered nonsense: there may be a route all the same. */
export class RoutingUnavailable extends Error {
  override readonly name = 'RoutingUnavailable';
}
