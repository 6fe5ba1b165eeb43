import { expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { POINTS, routerWire } from '../../testing/wires/router-wire.ts';
import type { WireReply } from '../../testing/wires/serve-wire.ts';
import { RoutingUnavailable } from './router.ts';
import { yandexRouter } from './yandex-router.ts';

const wire = routerWire();

test.each<[string, WireReply]>([
  ['silence', 'silence'],
  ['a broken connection', 'break'],
  ['a gateway’s page', { status: 502, body: '<html>' }],
  ['an empty answer', { body: {} }],
])('%s of the router is no statement about roads', async (_, reply) => {
  const baseUrl = await wire.say(reply);
  const router = yandexRouter({ baseUrl, key: 'secret', timeLimitMs: 150 });
  await expect(router.route(POINTS, { avoidTolls: true })).rejects.toThrow(RoutingUnavailable);
});

test('the configuration names the router, and one without a key stops the start', () => {
  expect(readConfig({}).routing).toEqual({ provider: 'embedded' });
  expect(readConfig({ ROUTER: 'yandex', ROUTER_KEY: 'k' }).routing).toMatchObject({
    url: 'https://api.routing.yandex.net',
  });
  expect(() => readConfig({ ROUTER: 'yandex' })).toThrow(/ROUTER_KEY/);
  expect(() => readConfig({ ROUTER: 'osrm' })).toThrow(/ROUTER/);
});
