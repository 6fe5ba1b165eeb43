import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { givenCompany } from '../../testing/givens/factories.ts';

let api: TestApi;
let token: string;

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { PUBLIC_URL: 'https://cards.example.ru' } });
  token = (await givenCompany(api)).admin.token;
});
afterAll(() => api?.stop());

const own = () => new URL(api.url).host;
const REGISTER = { route: 'auth/register', phone: '79451234567', recaptchaToken: 'any' };

describe('a write that another site’s page sends', () => {
  test.each<[string, Record<string, string>]>([
    ['says cross-site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['says cross-site and hides its origin', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
    [
      'comes from a neighbour of the same domain',
      { 'sec-fetch-site': 'same-site', origin: 'https://shop.example.ru' },
    ],
    ['says same-site and no origin', { 'sec-fetch-site': 'same-site' }],
    ['comes from an old browser', { origin: 'https://evil.example' }],
    ['comes from an old browser and hides its origin', { origin: 'null' }],
    ['names ours in its address', { origin: 'https://cards.example.ru.evil.example' }],
    ['comes from another port', { origin: 'https://cards.example.ru:8443' }],
  ])('a foreign page’s write is refused when it %s', async (_what, headers) => {
    for (const form of [
      () => api.post('/api/send-to-driver', { form: REGISTER, headers }),
      () => api.post('/api/log', { raw: { type: 'text/plain', body: '{"message":"x"}' }, headers }),
      () => api.post('/api/auth/logout', { token, headers }),
      () => api.delete('/api/drivers/1', { token, headers }),
    ]) {
      const reply = await form();
      expect(reply.status).toBe(403);
      expect(reply.body.message).toBe('Запрос пришёл с чужого сайта. Откройте портал и повторите там');
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    }
    expect(api.ctx.outbox?.messages(REGISTER.phone)).toEqual([]);
  });
});

describe('a write of our own', () => {
  test.each<[string, (host: string) => Record<string, string>]>([
    ['a program', () => ({})],
    ['our page', () => ({ 'sec-fetch-site': 'same-origin', origin: 'null' })],
    ['a person without a page', () => ({ 'sec-fetch-site': 'none' })],
    ['an old browser at the public address', () => ({ origin: 'https://cards.example.ru' })],
    ['an old browser at the address that it has', (host) => ({ origin: `http://${host}` })],
  ])('our own write passes from %s', async (_who, headersAt) => {
    const headers = headersAt(own());
    expect((await api.post('/api/log', { json: { message: 'x' }, headers })).status).toBe(200);
    const multipart = new FormData();
    multipart.set('id', '1');
    multipart.set('act', new Blob(['x']), 'act.png');
    const upload = await api.post('/api/cardsRequest/saveAct', { token, multipart, headers });
    expect([400, 404]).toContain(upload.status);
  });

  test('our own link needs no check: reading changes nothing', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await api.get('/api/operator', { headers })).status).toBe(200);
  });
});
