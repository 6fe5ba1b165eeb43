import { describe, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { POINTS, routerWire } from '../../testing/router-wire.ts';
import type { WireReply } from '../../testing/serve-wire.ts';
import { graphhopperRouter } from './graphhopper-router.ts';
import { osrmRouter } from './osrm-router.ts';
import { RoutingUnavailable, type Router } from './router.ts';
import { twoGisRouter } from './two-gis-router.ts';
import { valhallaRouter } from './valhalla-router.ts';
import { yandexRouter } from './yandex-router.ts';

const wire = routerWire();

const ROUTERS: [string, (baseUrl: string) => Router][] = [
  ['OSRM', (baseUrl) => osrmRouter({ baseUrl, timeLimitMs: 150 })],
  ['2GIS', (baseUrl) => twoGisRouter({ baseUrl, key: 'secret', timeLimitMs: 150 })],
  ['Valhalla', (baseUrl) => valhallaRouter({ baseUrl, timeLimitMs: 150 })],
  ['GraphHopper', (baseUrl) => graphhopperRouter({ baseUrl, key: null, timeLimitMs: 150 })],
  ['Yandex', (baseUrl) => yandexRouter({ baseUrl, key: 'secret', timeLimitMs: 150 })],
];

describe.each(ROUTERS)('%s', (_, open) => {
  test.each<[string, WireReply]>([
    ['silence', 'silence'],
    ['a broken connection', 'break'],
    ['a gateway’s page', { status: 502, body: '<html>' }],
    ['an empty answer', { body: {} }],
  ])('%s is no statement about roads', async (__, reply) => {
    const url = await wire.say(reply);
    await expect(open(url).route(POINTS, { avoidTolls: true })).rejects.toThrow(RoutingUnavailable);
  });
});

test('the configuration names the router, and a half-named one stops the start', () => {
  expect(readConfig({}).routing).toEqual({ provider: 'embedded' });
  expect(readConfig({ OSRM_URL: 'http://127.0.0.1:5000/' }).routing).toEqual({
    provider: 'osrm',
    url: 'http://127.0.0.1:5000',
  });
  expect(readConfig({ ROUTER: 'graphhopper', ROUTER_URL: 'http://gh' }).routing).toEqual({
    provider: 'graphhopper',
    url: 'http://gh',
    key: null,
  });
  expect(readConfig({ ROUTER: 'yandex', ROUTER_KEY: 'k' }).routing).toMatchObject({
    url: 'https://api.routing.yandex.net',
  });
  expect(readConfig({ ROUTER: '2gis', ROUTER_KEY: 'k' }).routing).toMatchObject({
    url: 'https://routing.api.2gis.com',
  });
  expect(() => readConfig({ ROUTER: '2gis' })).toThrow(/ROUTER_KEY/);
  expect(() => readConfig({ ROUTER: 'yandex' })).toThrow(/ROUTER_KEY/);
  expect(() => readConfig({ ROUTER: 'valhalla' })).toThrow(/ROUTER_URL/);
});
