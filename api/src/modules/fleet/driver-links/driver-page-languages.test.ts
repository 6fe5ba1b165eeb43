import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenDriverPage, type GivenDriverPage } from '../../../testing/givens/given-driver-page.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';

let api: TestApi;
let page: GivenDriverPage;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  page = await givenDriverPage(api, {
    balanceKopecks: 20_924_40,
    prepare: (card) => givenSales(api, card, [{ sum: 7_866_00, litres: 100, at: '2026-09-10T09:00:00Z' }]),
  });
});
afterAll(() => api?.stop());

test.for<[accepted: string, litres: string]>([
  ['ru-RU,ru;q=0.9,en;q=0.8', 'Можно залить до 166 л'],
  ['uz-UZ,uz;q=0.9,ru;q=0.8', 'Ko‘pi bilan quyish mumkin 166 l'],
  ['ky', 'Эң көп куюуга болот 166 л'],
  ['ru;q=0.5,tg', 'Ҳадди аксар рехтан мумкин 166 л'],
  ['en-US,kk;q=0.7', 'Ең көбі құюға болады 166 л'],
  ['en-US,en', 'Можно залить до 166 л'],
])('a browser that asks for %s reads %s', async ([accepted, litres]) => {
  const reply = await page.open({ headers: { 'accept-language': accepted } });
  expect(reply.headers.get('vary')).toContain('accept-language');
  expect(await page.read(accepted)).toContain(litres);
});

test('a chosen language is remembered for every link of the phone', async () => {
  const chosen = await page.open({ query: '?lang=uz' });
  expect([chosen.status, chosen.headers.get('location')]).toEqual([303, page.path]);
  const set = chosen.headers.get('set-cookie') ?? '';
  expect(set).toContain('Path=/d/;');
  const cookie = `${set.split(';')[0]}; ${page.cookie}`;
  const reply = await page.open({ headers: { cookie, 'accept-language': 'ru' } });
  const text = await reply.text();
  expect(text).toContain('<html lang="uz">');
  expect(text).toContain('title="O‘zbekcha" aria-current="true"');
  const closed = await fetch(new URL(`/d/${'x'.repeat(43)}`, api.url), { headers: { cookie } });
  expect(await closed.text()).toContain('Havola ishlamaydi');
});

test('a language that there is none of is not remembered', async () => {
  for (const query of ['?lang=xx', '?lang=toString', '?lang=uz&lang=ru']) {
    const reply = await page.open({ query });
    expect([query, reply.status, reply.headers.get('set-cookie')]).toEqual([query, 200, null]);
  }
});

test('a request for the head of the page gets its headers and no body', async () => {
  const reply = await page.open({ method: 'HEAD' });
  expect([reply.status, await reply.text()]).toEqual([200, '']);
  expect(reply.headers.get('content-type')).toContain('text/html');
  expect(reply.headers.get('cache-control')).toBe('no-store');
});

test('a wrong code is answered in the language of the phone', async () => {
  const reply = await fetch(new URL(`${page.path}/bind`, api.url), {
    method: 'POST',
    headers: { 'accept-language': 'kk' },
    body: new URLSearchParams({ code: '1' }),
  });
  expect(await reply.text()).toContain('Алдымен код алыңыз');
});

test('the page weighs under 12 KB in every language', async () => {
  for (const language of ['ru', 'uz', 'ky', 'tg', 'kk']) {
    const reply = await page.open({ headers: { 'accept-language': language } });
    expect([language, Buffer.byteLength(await reply.text()) < 12_000]).toEqual([language, true]);
  }
});
