import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCalls } from '#contract/calls.ts';
import { listPaths } from '#contract/endpoint.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { givenCompany, type GivenCompany } from '../../testing/givens/factories.ts';
import { givenKey, type GivenKey } from '../../testing/givens/given-key.ts';
import { listParameters } from './refuse-unknown-parameters.ts';

let api: TestApi;
let company: GivenCompany;
let key: GivenKey;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api);
  key = await givenKey(api, company);
});
afterAll(() => api.stop());

describe('a call by a key with a parameter that the call lacks', () => {
  test.each([
    ['datefrom=2026-11-01', 'datefrom', 'Похож «dateFrom»'],
    ['date_from=2026-11-01', 'date_from', 'Похож «dateFrom»'],
    ['from=2026-11-01', 'from', 'Похож «dateFrom»'],
    ['dateTo=2026-11-01&perpage=5', 'perpage', 'Похож «perPage»'],
    ['limits=', 'limits', 'Есть: cardId, '],
  ])(
    'a call by a key is refused for an unknown parameter, with the nearest name: %s',
    async (query, field, sentence) => {
      const { status, body } = await api.get(`/api/v1/operations?${query}`, { headers: key.headers });
      expect([status, Object.keys(body.error_messages ?? {})]).toEqual([400, [field]]);
      expect(body.error_messages?.[field]?.[0]).toContain(sentence);
      expect(body.message).toContain(sentence);
    },
  );

  test('an unknown parameter of a call without any, or for a file, is refused', async () => {
    const balances = await api.get('/api/v1/balances?at=2026-11-01', { headers: key.headers });
    expect([balances.status, balances.body.message]).toEqual([400, expect.stringContaining('«at»')]);
    const headers = { ...key.headers, accept: 'text/csv' };
    expect((await api.get('/api/v1/operations?datefrom=2026-11-01', { headers })).status).toBe(400);
  });

  test('an unknown parameter is refused at every address of every key’s call', async () => {
    for (const call of allCalls.filter(({ key: access }) => access && !access.sandbox))
      for (const path of listPaths(call)) {
        const at = `${path.replaceAll(/:\w+/g, '1')}?misspelt_name=1`;
        const reply = await fetch(api.url + at, {
          method: call.method,
          headers: { ...key.headers, 'idempotency-key': `unknown-${at}` },
        });
        const { error_messages: fields } = (await reply.json()) as { error_messages?: object };
        expect([call.name, reply.status, Object.keys(fields ?? {})]).toEqual([
          call.name,
          400,
          ['misspelt_name'],
        ]);
      }
  });
});

test('a call by a session goes on ignoring what it does not know', async () => {
  const path = '/api/operations?datefrom=2026-11-01&utm_source=mail';
  expect((await api.get(path, { token: company.admin.token })).status).toBe(200);
});

test('every name of every query is known: those of refined schemas too', () => {
  for (const call of allCalls.filter(({ query }) => query))
    expect([call.name, listParameters(call).length > 0]).toEqual([call.name, true]);
});
