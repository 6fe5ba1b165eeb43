import { expect, test } from 'vitest';
import { startApi } from '../testing/api.ts';
import { givenCompany } from '../testing/factories.ts';
import { givenKey } from '../testing/given-key.ts';

test('a key that calls too often waits, as Retry-After says, and no other key waits with it', async () => {
  const api = await startApi({ jobs: false, env: { KEY_CALLS_PER_MINUTE: '3' } });
  try {
    const company = await givenCompany(api);
    const { headers } = await givenKey(api, company);
    const other = await givenKey(api, company);
    for (let at = 0; at < 3; at += 1) expect((await api.get('/api/v1/cards', { headers })).status).toBe(200);
    const late = await api.get('/api/v1/cards', { headers });
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await api.get('/api/v1/cards', { headers: other.headers })).status).toBe(200);
    api.clock.advanceSeconds(60);
    expect((await api.get('/api/v1/cards', { headers })).status).toBe(200);
  } finally {
    await api.stop();
  }
});

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
