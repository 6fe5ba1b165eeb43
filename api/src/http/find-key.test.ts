import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApi } from '../testing/api.ts';
import { givenCompany } from '../testing/givens/factories.ts';
import { givenKey } from '../testing/givens/given-key.ts';

test('a key that calls too often waits as Retry-After says, other keys don’t', async () => {
  const api = await startApi({ jobs: false, env: { KEY_CALLS_PER_MINUTE: '3' } });
  try {
    const company = await givenCompany(api);
    const { headers } = await givenKey(api, company);
    const other = await givenKey(api, company);
    for (const remaining of ['2', '1', '0']) {
      const reply = await api.get('/api/v1/cards', { headers });
      expect(reply.status).toBe(200);
      expect(readShareHeaders(reply)).toEqual({ limit: '3', policy: '3;w=60', remaining, reset: '60' });
    }
    api.clock.advanceSeconds(20);
    const late = await api.get('/api/v1/cards', { headers });
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '40']);
    expect(readShareHeaders(late)).toEqual({ limit: '3', policy: '3;w=60', remaining: '0', reset: '40' });
    for (const path of ['/api/public-api/v2/cards', '/api/mcp'])
      expect(
        readShareHeaders(
          await (path.endsWith('mcp') ? api.post(path, { headers }) : api.get(path, { headers })),
        ),
      ).toMatchObject({
        remaining: '0',
      });
    expect((await api.get('/api/v1/cards', { headers: other.headers })).status).toBe(200);
    api.clock.advanceSeconds(60);
    expect((await api.get('/api/v1/cards', { headers })).status).toBe(200);
  } finally {
    await api.stop();
  }
});

test('a tool of a language model counts its own call in what is left', async () => {
  const api = await startApi({ jobs: false, env: { KEY_CALLS_PER_MINUTE: '10' } });
  try {
    const { headers } = await givenKey(api, await givenCompany(api));
    const used = await api.post('/api/mcp', {
      headers: { ...headers, accept: 'application/json, text/event-stream' },
      json: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'find_cards', arguments: {} },
      },
    });
    expect(used.status).toBe(200);
    expect(readShareHeaders(used)).toMatchObject({ limit: '10', remaining: '8' });
    expect(readShareHeaders(await api.get('/api/v1/cards', { headers }))).toMatchObject({ remaining: '7' });
  } finally {
    await api.stop();
  }
});

test('a refused right says how many calls are left, a closed key says nothing', async () => {
  const api = await startApi({ jobs: false, env: { KEY_CALLS_PER_MINUTE: '600' } });
  try {
    const company = await givenCompany(api);
    const narrow = await givenKey(api, company, ['documents:read']);
    const refused = await api.get('/api/v1/cards', { headers: narrow.headers });
    expect([refused.status, readShareHeaders(refused).limit]).toEqual([403, '600']);
    const elsewhere = await givenKey(api, company, ['cards:read']);
    await sql`update api_key set addresses = '{192.0.2.1}' where id = ${elsewhere.id}`.execute(
      api.ctx.db.system,
    );
    for (const [status, headers] of [
      [403, elsewhere.headers],
      [401, { authorization: 'Bearer mg_live_unknown' }],
    ] as const) {
      const reply = await api.get('/api/v1/cards', { headers });
      expect([reply.status, readShareHeaders(reply).limit]).toEqual([status, null]);
    }
  } finally {
    await api.stop();
  }
});

/** Returns what the headers of the IETF draft say. */
function readShareHeaders({ headers }: { headers: Headers }): Record<string, string | null> {
  const names = ['limit', 'policy', 'remaining', 'reset'];
  return Object.fromEntries(names.map((name) => [name, headers.get(`ratelimit-${name}`)]));
}

test('a key is taken with the word Bearer and without it, as some programs send it', async () => {
  const api = await startApi({ jobs: false });
  try {
    const { key } = await givenKey(api, await givenCompany(api));
    for (const authorization of [`Bearer ${key}`, `bearer ${key}`, key])
      expect((await api.get('/api/v1/cards', { headers: { authorization } })).status).toBe(200);
  } finally {
    await api.stop();
  }
});
