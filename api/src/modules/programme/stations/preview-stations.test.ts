import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenPerson, givenStaff, type GivenPerson } from '../../../testing/givens/factories.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

const HEAD = 'Широта;Долгота;Регион;Город;Улица;Дом;Бренд;Название;Тип;Оплата по QR;Цена ДТ';
const line = (name: string, price = '74,50', lat = '55,75') =>
  `${lat};37,61;Москва;Москва;Тверская;1;Роснефть;${name};Своя;да;${price}`;

function send(path: string, lines: string[], fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([[HEAD, ...lines].join('\r\n')]), 'АЗС.csv');
  return api.post(`/staff/api/stations${path}`, { token: staff.token, multipart: form });
}

const names = async () =>
  (await api.get('/api/service_center/map')).body.data
    .map((item: { name: string }) => item.name)
    .toSorted() as string[];

async function listLoads() {
  const answer = await api.get('/staff/api/stations/loads', { token: staff.token });
  return answer.body.data as { id: number; undoable: boolean; undone: unknown; before: number }[];
}

function undo(id: number) {
  return api.post(`/staff/api/stations/loads/${id}/undo`, { token: staff.token, json: {} });
}

test('a list is previewed, loaded as previewed, and undone until a newer one is loaded', async () => {
  await send('', [line('АЗС 1'), line('АЗС 2'), line('АЗС 3')]);
  const next = [line('АЗС 1'), line('АЗС 2', '75,10'), line('АЗС 4')];
  const preview = (await send('/preview', next)).body.data;
  expect(preview).toMatchObject({ stations: 3, added: 1, changed: 1, removed: 1, same: 1, problems: [] });
  expect(preview.examples.changed).toEqual([
    { title: 'Роснефть, АЗС 2', place: 'Москва, Москва, Тверская, 1', changes: ['Цена ДТ: 74,50 → 75,10'] },
  ]);
  expect(await names()).toEqual(['АЗС 1', 'АЗС 2', 'АЗС 3']);

  const version = String(preview.version);
  expect((await send('', next, { version })).status).toBe(200);
  expect((await send('', next, { version })).status).toBe(409);
  expect(await names()).toEqual(['АЗС 1', 'АЗС 2', 'АЗС 4']);
  const [newest, older] = await listLoads();
  expect([newest?.undoable, older?.undoable]).toEqual([true, false]);
  expect((await undo(older?.id ?? 0)).status).toBe(409);
  expect((await undo(newest?.id ?? 0)).body.data).toEqual({ stations: 3 });
  expect(await names()).toEqual(['АЗС 1', 'АЗС 2', 'АЗС 3']);
  expect((await undo(newest?.id ?? 0)).status).toBe(409);
});

test('brands that no network has are named, for their stations go to other networks', async () => {
  const strange = line('АЗС 9').replace('Роснефть', 'Росневть');
  const { data } = (await send('/preview', [line('АЗС 1'), strange, strange.replace('АЗС 9', 'АЗС 10')]))
    .body;
  expect(data.unknown_brands).toEqual([{ brand: 'Росневть', stations: 2 }]);
});

test('faulty lines are reported by number, and nothing of such a file is loaded', async () => {
  const { data } = (await send('/preview', [line('А'), line('Б', 'дорого'), line('В', '', '95')])).body;
  expect(data.stations).toBe(0);
  expect(data.problems).toEqual([
    'Строка 3: цена дизеля указывается в рублях, например 74,50',
    'Строка 4: широта от −90 до 90',
  ]);
});

test('an auditor sees the loads and undoes none', async () => {
  const { token } = await givenPerson(api, { staffRole: 'auditor' });
  expect((await api.get('/staff/api/stations/loads', { token })).status).toBe(200);
  expect((await api.post('/staff/api/stations/loads/1/undo', { token, json: {} })).status).toBe(403);
});
