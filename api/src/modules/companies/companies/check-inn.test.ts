import { afterAll, beforeAll, expect, test } from 'vitest';
import { INN_MESSAGES } from '#contract/values/inn.ts';
import { dadataRegistry } from '../../../gateways/company-registry/dadata-registry.ts';
import { manualClock } from '../../../lib/clock.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import { givenPerson, type GivenPerson } from '../../../testing/givens/factories.ts';
import { order } from '../../../testing/givens/given-order.ts';
import { serveWire } from '../../../testing/wires/serve-wire.ts';

let api: TestApi;
let person: GivenPerson;
const requested: string[] = [];

beforeAll(async () => {
  api = await startApi({ jobs: false });
  person = await givenPerson(api);
  const { find } = api.ctx.registry;
  api.ctx.registry.find = (inn) => {
    requested.push(inn);
    return find(inn);
  };
});

afterAll(() => api.stop());

function check(inn: string): Promise<ApiResponse> {
  return api.get(`/api/accept/check?inn=${encodeURIComponent(inn)}`, { token: person.token });
}

test('a company lookup needs a session', async () => {
  expect((await api.get('/api/accept/check?inn=5047123455')).status).toBe(401);
});

test('§5.7 §7.11 ten digits of a company and twelve of a sole trader give name and address', async () => {
  expect((await check('5047123455')).body).toEqual({
    code: 200,
    data: {
      title: 'ООО «Попутный груз»',
      legal_form: 'ООО',
      kpp: '504701001',
      access: null,
      address: { city: 'Химки', street: 'Ленинградская', house: '12' },
    },
  });
  const soleTrader = await check('500100732259');
  expect(soleTrader.body.data).toMatchObject({
    title: 'ИП Соколов Андрей Петрович',
    legal_form: 'ИП',
    kpp: null,
    access: null,
  });
  expect((await check(' 5047123455 ')).status).toBe(200);
});

test('§5.6 §9.4 an INN that can not be one is refused before the registry is asked', async () => {
  requested.length = 0;
  for (const [inn, sentence] of [
    ['', INN_MESSAGES.length],
    ['504712345', INN_MESSAGES.length],
    ['50471234551', INN_MESSAGES.length],
    ['5047123456', INN_MESSAGES.control],
    ['500100732258', INN_MESSAGES.control],
    ['0000000000', INN_MESSAGES.control],
    ['504712345a', INN_MESSAGES.length],
    ["5047123455' or 1=1", INN_MESSAGES.length],
  ] as const) {
    const answer = await check(inn);
    expect(answer.status, inn).toBe(400);
    expect(answer.body.error_messages?.inn?.[0], inn).toBe(sentence);
  }
  expect((await api.get('/api/accept/check', { token: person.token })).status).toBe(400);
  expect((await api.get('/api/accept/check?inn=1&inn=2', { token: person.token })).status).toBe(400);
  expect(requested).toEqual([]);
});

test('§5.11 §8.4 an unknown INN is named in the field and in the message alike', async () => {
  const answer = await check('7707083893');
  expect(answer.status).toBe(400);
  expect(answer.body.error_messages).toEqual({ inn: ['нет компании с таким ИНН'] });
  expect(answer.body.message).toBe('нет компании с таким ИНН');
});

test('§5.12 a company that has ended or is ending is refused; one that reorganises is not', async () => {
  for (const [inn, part] of [
    ['5257031602', 'ликвидирована'],
    ['2311092840', 'банкрот'],
    ['6312049764', 'ликвидируется'],
  ] as const) {
    const answer = await check(inn);
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages?.inn?.[0]).toContain(part);
  }
  expect((await check('6671055834')).status).toBe(200);
});

test('a registry that does not answer is 503 with a sentence', async () => {
  const answer = await check('5047000661');
  expect(answer.status).toBe(503);
  expect(answer.body.message).toMatch(/[а-я]/);
});

test('a user’s paid lookups are limited, and known companies cost none', async () => {
  const wire = await serveWire(() => ({ body: { suggestions: [] } }));
  const clock = manualClock('2026-09-15T09:00:00Z');
  const registry = dadataRegistry({ clock, apiKey: 'key', baseUrl: wire.url });
  const env = { REGISTRY_LOOKUPS_PER_HOUR: '3' };
  const limited = await startApi({ jobs: false, env, overrides: { registry, clock } });
  try {
    const [one, other] = [await givenPerson(limited), await givenPerson(limited)];
    const ask = (inn: string, { token } = one) => limited.get(`/api/accept/check?inn=${inn}`, { token });
    for (const inn of ['5047123455', '7707083893', '5047123455', '6671055834'])
      expect((await ask(inn)).body.message).toBe(INN_MESSAGES.unknown);

    clock.advanceSeconds(60);
    const refused = await ask('5257031602');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('3540');
    expect(refused.body.message).toBe('Слишком часто. Повторите через 3540 с');
    const more = { inn: '5257031602' };
    expect((await order(limited, one, { sms: '000000', more })).status).toBe(429);
    expect(wire.requests).toHaveLength(3);
    expect((await ask('5047123455')).status).toBe(400);
    expect((await ask('5257031602', other)).status).toBe(400);

    clock.advanceSeconds(3540);
    expect((await ask('2311092840')).status).toBe(400);
  } finally {
    await limited.stop();
    await wire.stop();
  }
});
