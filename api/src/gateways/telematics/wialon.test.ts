import { afterEach, expect, test } from 'vitest';
import { serveWire, type WireReply, type WireServer } from '../../testing/wires/serve-wire.ts';
import { TelematicsRefused, TelematicsTokenRefused, TelematicsUnavailable } from './telematics.ts';
import { wialon } from './wialon.ts';

let server: WireServer | undefined;
afterEach(async () => server?.stop());

const FROM = new Date('2026-09-14T09:00:00Z');
const SPAN = { unitId: 7, from: FROM, to: new Date('2026-09-14T09:20:00Z') };

interface ReceivedCall {
  service: string;
  params: Record<string, unknown>;
  sid: string | null;
}

/** Answers each call by its service; sessions are made as in the real service. */
async function fakeWialon(
  reply: (input: ReceivedCall, call: number) => WireReply,
  time = { now: FROM },
  retryPauseMs = 1,
) {
  const calls: ReceivedCall[] = [];
  let sessions = 0;
  server = await serveWire((request) => {
    const form = new URLSearchParams(request.body);
    const service = new URL(request.path, 'http://x').searchParams.get('svc') ?? '';
    const input = { service, params: JSON.parse(form.get('params') ?? '{}'), sid: form.get('sid') };
    calls.push(input);
    if (service === 'token/login' && input.params.token !== 'wrong')
      return { body: { eid: `session-${(sessions += 1)}` } };
    return reply(input, calls.length);
  });
  const clock = { now: () => time.now } as never;
  return { calls, api: wialon({ url: server.url, clock, timeLimitMs: 60_000, retryPauseMs }) };
}

const units = { body: { items: [{ id: 7, nm: 'А123ВС77 КамАЗ' }, { nm: 'without an id' }] } };

test('one session serves several calls, and a cold one is made anew', async () => {
  const time = { now: FROM };
  const { api, calls } = await fakeWialon(() => units, time);
  expect(await api.listUnits('secret')).toEqual([{ id: 7, title: 'А123ВС77 КамАЗ' }]);
  await api.listUnits('secret');
  time.now = new Date(FROM.getTime() + 5 * 60_000);
  await api.listUnits('secret');
  expect(calls.map(({ service }) => service)).toEqual([
    'token/login',
    'core/search_items',
    'core/search_items',
    'token/login',
    'core/search_items',
  ]);
  expect(calls.at(-1)?.sid).toBe('session-2');
  expect(server?.requests.some(({ path }) => path.includes('secret'))).toBe(false);
});

test('a session that Wialon has ended is renewed, and the call is made again', async () => {
  const { api, calls } = await fakeWialon(({ sid }) =>
    sid === 'session-1' ? { body: { error: 1 } } : units,
  );
  expect(await api.listUnits('secret')).toHaveLength(1);
  expect(calls.filter(({ service }) => service === 'token/login')).toHaveLength(2);
});

test('a busy Wialon is asked again, and given up after four tries', async () => {
  const { api } = await fakeWialon((_, call) => (call < 4 ? { body: { error: 1003 } } : units));
  expect(await api.listUnits('secret')).toHaveLength(1);
  await server?.stop();
  const busy = await fakeWialon(() => ({ body: { error: 1003 } }));
  await expect(busy.api.listUnits('secret')).rejects.toThrow(TelematicsUnavailable);
  expect(busy.calls).toHaveLength(5);
});

test('a call takes no longer in all than it may, however often it is tried', async () => {
  const { api, calls } = await fakeWialon(() => ({ body: { error: 1003 } }), { now: FROM }, 1_000_000);
  await expect(api.listUnits('secret')).rejects.toThrow(TelematicsUnavailable);
  expect(calls.map(({ service }) => service)).toEqual(['token/login', 'core/search_items']);
});

test('messages become places, what is no place is left out, and none is no error', async () => {
  const messages = [
    { t: FROM.getTime() / 1000, tp: 'ud', pos: { y: 55.75, x: 37.62 } },
    { t: FROM.getTime() / 1000 + 60, tp: 'ud', pos: null },
    { t: FROM.getTime() / 1000 + 90, tp: 'ud', pos: { y: 0, x: 0 } },
  ];
  const { api, calls } = await fakeWialon(() => ({ body: { count: 3, messages } }));
  expect(await api.readPositions('secret', SPAN)).toEqual([{ at: FROM, lat: 55.75, lon: 37.62 }]);
  expect(calls.at(-1)?.params).toMatchObject({ itemId: 7, flags: 1, flagsMask: 65_281 });
  await server?.stop();
  const silent = await fakeWialon(() => ({ body: { error: 1001 } }));
  expect(await silent.api.readPositions('secret', SPAN)).toEqual([]);
});

test('a filling is registered with litres, rubles, place and text, found by its mark', async () => {
  const event = { t: FROM.getTime() / 1000, tp: 'evt', et: 'Заправка', p: { description: 'ДТ. № 12;' } };
  const { api, calls } = await fakeWialon(({ service }) =>
    service === 'unit/registry_fuel_filling_event' ? { body: {} } : { body: { messages: [event] } },
  );
  await api.registerFilling('secret', {
    unitId: 7,
    at: FROM,
    litres: 300.5,
    cost: 20_000,
    location: 'АЗС № 12',
    place: { lat: 55.1, lon: 37.2 },
    description: 'ДТ. № 12;',
  });
  expect(calls.at(-1)?.params).toMatchObject({
    itemId: 7,
    date: FROM.getTime() / 1000,
    volume: 300.5,
    cost: 20_000,
    x: 37.2,
    y: 55.1,
  });
  expect(await api.hasFilling('secret', { unitId: 7, at: FROM, mark: '№ 12;' })).toBe(true);
  expect(await api.hasFilling('secret', { unitId: 7, at: FROM, mark: '№ 1;' })).toBe(false);
});

test('what Wialon refuses, does not support and does not answer are different outcomes', async () => {
  const { api } = await fakeWialon(({ service }) =>
    service === 'token/login' ? { body: { error: 8 } } : { body: { error: 7 } },
  );
  await expect(api.listUnits('wrong')).rejects.toThrow(TelematicsTokenRefused);
  await expect(api.readPositions('secret', SPAN)).rejects.toThrow(TelematicsRefused);
  await server?.stop();
  const broken = await fakeWialon(() => 'break');
  await expect(broken.api.listUnits('secret')).rejects.toThrow(TelematicsUnavailable);
  await server?.stop();
  const senseless = await fakeWialon(() => ({ status: 502, body: 'gateway' }));
  await expect(senseless.api.listUnits('secret')).rejects.toThrow(TelematicsUnavailable);
});
