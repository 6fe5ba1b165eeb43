import { embeddedRouter } from './embedded-router.ts';
import { readRoads } from './roads.ts';
import type { Router } from './router.ts';
import { yandexRouter } from './yandex-router.ts';

/** Service that makes the routes. Its address has no slash at the end. */
export type RoutingConfig = { provider: 'embedded' } | { provider: 'yandex'; url: string; key: string };

/** Returns the router that the operator's configuration names. */
export function chooseRouter(config: RoutingConfig): Router {
  return config.provider === 'yandex'
    ? yandexRouter({ baseUrl: config.url, key: config.key })
    : embeddedRouter(readRoads());
}
