import { afterAll, beforeAll, expect, test } from 'vitest';
import { qrForCrackedScreen } from '../../../lib/pdf/pdf-qr.ts';
import { LANGUAGE_IDS, LANGUAGES } from '../../fleet/driver-links/texts/languages.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenDriverPage, type GivenDriverPage } from '../../../testing/givens/given-driver-page.ts';

const KEY = 'network-2-asks-the-portal-0001';
const MAX_PAGE_BYTES = 12_000;

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { NETWORK_2_INBOUND_KEY: KEY } });
});
afterAll(() => api.stop());

function send(page: GivenDriverPage, form: Record<string, string>, to = '/pump') {
  return fetch(new URL(`${page.path}${to}`, api.url), {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: page.cookie },
    body: new URLSearchParams(form),
  });
}

async function readCode(page: GivenDriverPage): Promise<string> {
  const html = await (await page.open({ query: '/pump' })).text();
  return /(\d{4})&nbsp;(\d{4})/.exec(html)?.slice(1).join('') ?? '';
}

test('a driver gets a code by a form, and sees how the filling goes', async () => {
  const page = await givenDriverPage(api);
  expect(await page.read()).toContain('Код для заправки');
  expect((await send(page, { goods: '301', litres: '120' })).status).toBe(303);
  const code = await readCode(page);
  expect(code).toMatch(/^\d{8}$/);
  const ask = (call: string, json: object) =>
    api.post(`/api/network/v1/${call}`, { json, headers: { 'x-network-key': KEY } });
  const filling = { request_id: 'by-driver', station: 'АЗС № 1', goods: 301, litres: 120, sum: 7200 };
  expect((await ask('authorise', { code, ...filling })).body.data.approved).toBe(true);
  await ask('progress', { request_id: 'by-driver', litres: 80 });
  const html = await (await page.open({ query: '/pump' })).text();
  expect(html.replaceAll('\u00a0', ' ')).toContain('Налито 80 л из 120 л');
  expect(html).toContain('http-equiv="refresh"');
  await ask('settle', { request_id: 'by-driver', litres: 110, sum: 6600 });
  expect((await (await page.open({ query: '/pump' })).text()).replaceAll('\u00a0', ' ')).toContain('110 л');
});

test('the page shows the code as a QR code without a script, and the pump sells by it', async () => {
  const page = await givenDriverPage(api);
  await send(page, { goods: '301', litres: '50' });
  const code = await readCode(page);
  const html = await (await page.open({ query: '/pump' })).text();
  expect(html).toContain(qrForCrackedScreen(`magistral:pump:${code}`, LANGUAGES.ru.pump.qr));
  expect(html).toContain('Сделайте экран ярче');
  const json = { request_id: 'by-qr', station: 'АЗС № 1', goods: 301, litres: 50, sum: 3000 };
  const qr = `magistral:pump:${code}`;
  const headers = { 'x-network-key': KEY };
  expect(
    (await api.post('/api/network/v1/authorise', { json: { ...json, qr }, headers })).body.data.approved,
  ).toBe(true);
  expect(await (await page.open({ query: '/pump' })).text()).not.toContain('<svg class="qr"');
});

test('a refusal has its reason, and a code is cancelled by its driver', async () => {
  const poor = await givenDriverPage(api, { balanceKopecks: 0 });
  const refused = await send(poor, { goods: '301' });
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('На карте');
  const page = await givenDriverPage(api);
  await send(page, {});
  const html = await (await page.open({ query: '/pump' })).text();
  const session = /name="session" value="(\d+)"/.exec(html)?.[1] ?? '';
  await send(page, { session }, '/pump/cancel');
  expect(await (await page.open({ query: '/pump' })).text()).toContain('Отменено');
});

test('another phone sees no code, and gets none', async () => {
  const page = await givenDriverPage(api);
  await send(page, {});
  for (const method of ['GET', 'POST']) {
    const reply = await fetch(new URL(`${page.path}/pump`, api.url), { method, redirect: 'manual' });
    expect({ status: reply.status, to: reply.headers.get('location') }).toEqual({
      status: 303,
      to: page.path,
    });
  }
});

test('a card that moves to another driver ends the first one’s link and code', async () => {
  const page = await givenDriverPage(api);
  const { token } = page.company.admin;
  await send(page, { goods: '301', litres: '50' });
  const code = await readCode(page);
  const phone = '79118990001';
  const json = { surname: 'Зайцев', name: 'Иван', phone };
  const { id: next } = (await api.post('/api/drivers', { token, json })).body.data;
  const move = (body: object) => api.put(`/api/card/${page.card.id}/drivers`, { token, json: body });
  expect((await move({ driver_ids: [page.driverId], link_to: [next] })).status).toBe(400);
  expect((await page.open()).status).toBe(200);
  const moved = (await move({ driver_ids: [next], link_to: [next] })).body.data;
  expect(moved.card.drivers).toMatchObject([{ id: next }]);
  expect(moved.links).toMatchObject([{ driver_id: next, sent: true }]);
  expect((await page.open()).status).toBe(404);
  const asked = { code, request_id: 'left', station: 'АЗС № 1', goods: 301, litres: 50, sum: 3000 };
  const headers = { 'x-network-key': KEY };
  const answer = await api.post('/api/network/v1/authorise', { json: asked, headers });
  expect(answer.body.data).toMatchObject({ approved: false, reason: 'Код неверный или уже использован' });
  const offered = await api.post(`/api/card/${page.card.id}/pump-sessions`, { token, json: { how: 'code' } });
  expect(offered.status).toBe(200);
  const sessions = (await api.get(`/api/pump-sessions?card_id=${page.card.id}`, { token })).body.data;
  expect(sessions.map(({ state }: { state: string }) => state)).toEqual(['offered', 'cancelled']);
  expect(moved.before).toEqual({ driver_ids: [page.driverId], link_to: [page.driverId] });
  const back = (await move(moved.before)).body.data;
  expect(back.card.drivers).toMatchObject([{ id: page.driverId }]);
  expect(back.before).toEqual({ driver_ids: [next], link_to: [next] });
  expect((await fetch(new URL(new URL(moved.links[0].url).pathname, api.url))).status).toBe(404);
  const stranger = await givenDriverPage(api);
  expect((await move({ driver_ids: [stranger.driverId] })).status).toBe(404);
  const other = { token: stranger.company.admin.token, json: { driver_ids: [stranger.driverId] } };
  expect((await api.put(`/api/card/${page.card.id}/drivers`, other)).status).toBe(404);
});

test('malformed fields are a sentence and not a fault', async () => {
  const page = await givenDriverPage(api);
  const forms: Record<string, string>[] = [{ litres: 'сто' }, { goods: '999' }, { litres: '-5' }];
  for (const form of forms) expect((await send(page, form)).status).toBe(400);
});

test('the page speaks five languages and stays under 12 KB', async () => {
  const page = await givenDriverPage(api);
  await send(page, { goods: '301' });
  for (const language of LANGUAGE_IDS) {
    const html = await (await page.open({ query: '/pump', headers: { 'accept-language': language } })).text();
    expect(html).toContain(LANGUAGES[language].pump.title);
    expect(Buffer.byteLength(html)).toBeLessThan(MAX_PAGE_BYTES);
  }
});

test('answers by SMS fit one segment in every language', () => {
  for (const language of LANGUAGE_IDS) {
    const { smsCode, smsRefused } = LANGUAGES[language].pump;
    const texts = [
      smsCode({ code: '1234 5678', litres: '1000', time: '23:59' }),
      ...Object.values(smsRefused),
    ];
    expect(texts.filter((text) => text.length > 70)).toEqual([]);
  }
});
