import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildServer } from '../../server.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { givenCard, givenCompany } from '../../testing/givens/factories.ts';
import { signedInBySms } from '../../testing/second-factor.ts';

const SITE = 'https://cards.example.ru';
const FOREIGN = 'evil.example';

let configured: TestApi;
let unset: TestApi;

beforeAll(async () => {
  configured = await startApi({ jobs: false, env: { PUBLIC_URL: SITE } });
  unset = await startApi({ jobs: false, env: { PORT: '3210' } });
});
afterAll(async () => {
  await configured?.stop();
  await unset?.stop();
});

/** Claims of a caller about the portal's address. */
const CLAIMS = { host: FOREIGN, 'x-forwarded-host': FOREIGN, 'x-forwarded-proto': 'https' };

const PUBLIC = ['/llms.txt', '/llms-full.txt', '/api/openapi.json', '/robots.txt', '/sitemap.xml'];

test.each(PUBLIC)('%s leads to the configured address, whatever Host a request names', async (url) => {
  const page = (await configured.app.inject({ url, headers: CLAIMS })).body;
  expect(page).toContain(SITE);
  expect(page).not.toContain(FOREIGN);
});

test.each(PUBLIC)('%s of a portal without an address leads to its own machine', async (url) => {
  const page = (await unset.app.inject({ url, headers: CLAIMS })).body;
  expect(page).toContain('http://localhost:3210');
  expect(page).not.toContain(FOREIGN);
});

test('the landing page names the configured address, and is one page for all', async () => {
  const webDist = mkdtempSync(path.join(tmpdir(), 'magistral-landing-'));
  for (const file of ['landing.html', 'index.html', 'cabinet.html'])
    writeFileSync(path.join(webDist, file), '<head></head><link rel="canonical" href="%PUBLIC_ADDRESS%/">');
  const app = await buildServer({
    ...configured.ctx,
    config: { ...configured.ctx.config, webDist },
  });
  try {
    const [foreign, own] = [
      await app.inject({ url: '/', headers: CLAIMS }),
      await app.inject({ url: '/', headers: { host: 'cards.example.ru' } }),
    ];
    expect(foreign.body).toContain(`href="${SITE}/"`);
    expect(foreign.headers.etag).toBe(own.headers.etag);
  } finally {
    await app.close();
    rmSync(webDist, { recursive: true, force: true });
  }
});

test('the SMS with a driver’s link has the configured address, not the Host header', async () => {
  for (const [api, site] of [
    [configured, SITE],
    [unset, 'http://localhost:3210'],
  ] as const) {
    const { id, admin } = await givenCompany(api);
    const card = await givenCard(api, id);
    const token = await signedInBySms(api, admin.phone);
    const phone = '79117000555';
    const json = { surname: 'Волков', name: 'Пётр', phone };
    const driverId = (await api.post('/api/drivers', { token, json })).body.data.id;
    await api.post(`/api/card/${card.id}/driver/${driverId}/set`, { token });
    const made = await api.app.inject({
      method: 'POST',
      url: `/api/card/${card.id}/driver-links`,
      headers: { ...CLAIMS, 'x-auth-token': token, 'content-type': 'application/json' },
      payload: { driver_id: driverId },
    });
    expect(made.json().data.url).toMatch(new RegExp(`^${site}/d/`));
    const texts = api.ctx.outbox?.messages(phone).map(({ text }) => text) ?? [];
    expect(texts.join()).toContain(`${site}/d/`);
    expect(texts.join()).not.toContain(FOREIGN);
  }
});

test('a portal without an address offers passkeys under its own name alone', async () => {
  const { admin } = await givenCompany(unset);
  const token = await signedInBySms(unset, admin.phone);
  const ask = async (host: string) => {
    const request = { method: 'POST', url: '/api/factor/add/passkey/options' } as const;
    return unset.app.inject({ ...request, headers: { host, 'x-auth-token': token } });
  };
  expect((await ask(FOREIGN)).statusCode).toBeGreaterThanOrEqual(400);
  expect((await ask('localhost:3210')).json().data.rp.id).toBe('localhost');
});
