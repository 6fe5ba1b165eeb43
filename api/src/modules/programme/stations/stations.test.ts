import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import http from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { RoutingUnavailable } from '../../../gateways/routing/router.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCompany, givenStaff } from '../../../testing/givens/factories.ts';
import { prepareStations } from './prepare-stations.ts';

let api: TestApi;
let staff: string;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = (await givenStaff(api)).token;
});
afterAll(() => api?.stop());

const HEADER = 'Широта;Долгота;Регион;Город;Улица;Дом;Бренд;Название;Тип;Оплата по QR;Цена ДТ';
const MINE = '55,75;37,61;Москва;Москва;Тверская;1;Роснефть;АЗС № 1;Собственная;да;74,50';

function upload(text: string | Uint8Array, token = staff) {
  const multipart = new FormData();
  multipart.set('file', new Blob([typeof text === 'string' ? text : new Uint8Array(text)]), 'stations.csv');
  return api.post('/staff/api/stations', { token, multipart });
}

beforeEach(async () => {
  const loaded = await upload(`${HEADER}\r\n${MINE}\r\n`);
  expect(loaded.body).toMatchObject({ code: 200, data: { stations: 1 } });
});

test('calls 7: the list is taken as CSV too, and past 10 MiB it is refused unread', async () => {
  const put = (body: string | Uint8Array, token = staff) =>
    api.post('/staff/api/stations', { token, raw: { type: 'text/csv; charset=utf-8', body } });
  const loaded = await put(`${HEADER}\r\n${MINE}\r\n${MINE.replace('№ 1', '№ 2')}\r\n`);
  expect(loaded.body).toEqual({ code: 200, data: { stations: 2 } });
  expect((await put('')).body.error_messages).toHaveProperty('file');
  const large = await put(new Uint8Array(10 * 1024 * 1024 + 1));
  expect(large.body.error_messages).toEqual({ file: ['Файл больше 10 МБ'] });
  const outsiderToken = (await givenCompany(api)).admin.token;
  expect((await put(`${HEADER}\r\n${MINE}\r\n`, outsiderToken)).status).toBe(404);
});

test('§7.55 §2.99 a visitor gets every station with all its fields, in the envelope', async () => {
  const { body } = await api.get('/api/service_center/map?web=1');
  expect(body).toEqual({
    code: 200,
    data: [
      {
        id: expect.any(Number),
        lat: 55.75,
        lon: 37.61,
        region: 'Москва',
        city: 'Москва',
        street: 'Тверская',
        house: '1',
        brand: 'Роснефть',
        name: 'АЗС № 1',
        ownType: 'Собственная',
        qr_available: true,
        price_dt: 74.5,
      },
    ],
  });
});

test('§7.55 the list travels compressed as the browser asks, and not at all when it is known', async () => {
  for (const [requested, encoding, unpack] of [
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, identity', undefined, (bytes: Buffer) => bytes],
  ] as const) {
    const raw = await rawGet('/api/service_center/map?web=1', { 'accept-encoding': requested });
    expect(raw.headers['content-encoding']).toBe(encoding);
    expect(JSON.parse(unpack(raw.bytes).toString('utf8')).data).toHaveLength(1);
  }
  const first = await api.get('/api/service_center/map?web=1');
  const etag = first.headers.get('etag') as string;
  const again = await rawGet('/api/service_center/map?web=1', { 'if-none-match': `"x", ${etag}` });
  expect(again).toMatchObject({ status: 304, headers: { etag } });
  expect(again.bytes).toHaveLength(0);
  await upload(`${HEADER}\n${MINE}\n${MINE.replace('№ 1', '№ 2')}`);
  const changed = await rawGet('/api/service_center/map?web=1', { 'if-none-match': etag });
  expect(changed.status).toBe(200);
  expect((await api.get('/api/service_center/map')).body.data).toHaveLength(2);
});

test('§1.29 the list can be downloaded, defused, and loaded again as it is', async () => {
  await upload(`lat;lon;region;brand;name\n55.7;37.6;Москва;Лукойл;"'=HYPERLINK(""x"")"`);
  const csv = await api.get('/api/service_center/list.csv');
  expect(csv.headers.get('content-type')).toContain('text/csv');
  const text = csv.bytes.toString('utf8');
  expect(text.startsWith(`\uFEFF${HEADER}`)).toBe(true);
  expect(text).toContain(`"'=HYPERLINK(""x"")"`);
  expect((await upload(csv.bytes)).body.data).toEqual({ stations: 1 });
  expect((await api.get('/api/service_center/map')).body.data[0].name).toBe('=HYPERLINK("x")');
});

test('§1.28 the landing page’s picture follows the list, and an unchanged one is not resent', async () => {
  await upload(`${HEADER}\n${MINE}`);
  const picture = await api.get('/api/service_center/picture.svg');
  expect(picture.headers.get('content-type')).toBe('image/svg+xml');
  expect(picture.bytes.toString('utf8')).toMatch(/<path class="a" d="M[\d.]+ [\d.]+h0"\/>/);
  const known = { 'if-none-match': String(picture.headers.get('etag')) };
  expect((await rawGet('/api/service_center/picture.svg', known)).status).toBe(304);
  await upload(`${HEADER}\n${MINE}\n${MINE}`);
  expect((await rawGet('/api/service_center/picture.svg', known)).status).toBe(200);
});

test('a list with a bad line changes nothing, and each line is named', async () => {
  const refused = await upload(`${HEADER}\n${MINE}\n95;37,6;;М;;;Роснефть;АЗС;;может быть;дорого\n${MINE}`);
  expect(refused.status).toBe(400);
  expect(refused.body.error_messages?.file).toEqual([
    'Строка 3: широта от −90 до 90',
    'Строка 3: не заполнен столбец «Регион»',
    'Строка 3: оплата по QR: да или нет',
    'Строка 3: цена дизеля указывается в рублях, например 74,50',
  ]);
  expect((await api.get('/api/service_center/map')).body.data).toHaveLength(1);
});

test.each([
  ['empty', ''],
  ['without stations', HEADER],
  ['without columns', 'a;b\n1;2'],
  ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2])],
])('a file that is %s is refused on the file', async (_, text) => {
  const refused = await upload(text);
  expect(refused.status).toBe(400);
  expect(refused.body.error_messages?.file?.[0]).toMatch(/[а-я]/);
});

test('a list without a file, from a customer or an anonymous caller is refused', async () => {
  const company = await givenCompany(api);
  expect((await upload(MINE, company.admin.token)).status).toBe(404);
  expect((await api.post('/staff/api/stations', { json: {} })).status).toBe(401);
  const empty = await api.post('/staff/api/stations', { token: staff, json: {} });
  expect(empty.body.error_messages?.file?.[0]).toBe('Выберите файл со списком станций');
});

test('§1.28 a demonstration without stations gets them, and a list that staff loaded stays', async () => {
  await prepareStations(api.ctx);
  expect((await api.get('/api/service_center/map')).body.data).toHaveLength(1);
});

test('§2.100 §9.20 a visitor builds a route that keeps off toll roads', async () => {
  const { body } = await api.get('/api/route?points=55.756,37.617;59.934,30.335');
  expect(body.data).toMatchObject({ tolls_avoided: true, provider: 'embedded' });
  expect(body.data.distance_m).toBeGreaterThan(600_000);
  expect(body.data.duration_s).toBeGreaterThan(8 * 3600);
  expect(body.data.path.length).toBeGreaterThan(5);
});

test.each([
  '',
  '?points=',
  '?points=55,37',
  '?points=a,b;c,d',
  '?points=91,0;0,0',
  `?points=${'55,37;'.repeat(51)}`,
])('route points «%s» are refused on their field', async (query) => {
  const refused = await api.get(`/api/route${query}`);
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.body.error_messages ?? {})[0]).toMatch(/^points/);
});

test('a route that no road makes is a sentence, and a router that is away is a 503', async () => {
  const refused = await api.get('/api/route?points=55.756,37.617;54.71,20.51');
  expect(refused.status).toBe(400);
  expect(refused.body.error_messages?.points?.[0]).toMatch(/нет дороги/);
  const { routing } = api.ctx;
  api.ctx.routing = { route: () => Promise.reject(new RoutingUnavailable('gone')) };
  const away = await api.get('/api/route?points=55.756,37.617;54.71,30.51');
  api.ctx.routing = routing;
  expect(away.status).toBe(503);
  expect(away.body.message).toMatch(/Попробуйте позже/);
});

/** fetch unpacks and hides what was sent; this does not. */
function rawGet(
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number | undefined; headers: http.IncomingHttpHeaders; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    http
      .get(api.url + path, { headers }, (reply) => {
        const parts: Buffer[] = [];
        reply.on('data', (part: Buffer) => parts.push(part));
        reply.on('end', () =>
          resolve({ status: reply.statusCode, headers: reply.headers, bytes: Buffer.concat(parts) }),
        );
      })
      .on('error', reject);
  });
}
