import { embeddedRouter } from './embedded-router.ts';
import { graphhopperRouter } from './graphhopper-router.ts';
import { osrmRouter } from './osrm-router.ts';
import { readRoads } from './roads.ts';
import type { Router } from './router.ts';
import { twoGisRouter } from './two-gis-router.ts';
import { valhallaRouter } from './valhalla-router.ts';
import { yandexRouter } from './yandex-router.ts';

/** Service that makes the routes. Addresses have no slash at the end. */
export type RoutingConfig =
  | { provider: 'embedded' }
  | { provider: 'osrm' | 'valhalla'; url: string }
  | { provider: 'graphhopper'; url: string; key: string | null }
  | { provider: 'yandex' | '2gis'; url: string; key: string };

/** The router that the operator's configuration names. */
export function chooseRouter(config: RoutingConfig): Router {
  switch (config.provider) {
    case 'embedded':
      return embeddedRouter(readRoads());
    case 'osrm':
      return osrmRouter({ baseUrl: config.url });
    case 'valhalla':
      return valhallaRouter({ baseUrl: config.url });
    case 'graphhopper':
      return graphhopperRouter({ baseUrl: config.url, key: config.key });
    case '2gis':
      return twoGisRouter({ baseUrl: config.url, key: config.key });
    case 'yandex':
      return yandexRouter({ baseUrl: config.url, key: config.key });
  }
}
