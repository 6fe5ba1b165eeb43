import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../testing/givens/close-month.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { readXlsx } from '../../../testing/read-xlsx.ts';
import { findVehicleOfCard } from './vehicles.ts';
import { groupOfCard } from './vehicle-groups.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';

let api: TestApi;
let company: GivenCompany;
let token: string;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api.stop());
beforeEach(async () => {
  company = await givenCompany(api);
  ({ token } = company.admin);
});

const PATH = '/api/vehicles';
const TRUCK = { plate: 'а123вс77', brand: 'Volvo FH', tank_litres: 600, norm_litres_100km: '31,5' };

async function added(json: object = TRUCK): Promise<number> {
  const { status, body } = await api.post(PATH, { token, json });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.id;
}

test('a truck is added with its plate in Cyrillic, its tank, its norms and its card', async () => {
  const card = await givenCard(api, company.id);
  const winter = { norm_litres_100km: 34 };
  const { body } = await api.post(PATH, {
    token,
    json: { ...TRUCK, plate: 'A 123 BC 77', winter, card_ids: [card.id] },
  });
  expect(body.data).toEqual({
    id: expect.any(Number),
    plate: 'А123ВС77',
    brand: 'Volvo FH',
    fuel: 'diesel',
    tank_litres: 600,
    norm_litres_100km: 31.5,
    winter: { norm_litres_100km: 34, from: '11-01', until: '03-31' },
    group_id: null,
    group_title: null,
    card_ids: [card.id],
    odometer_km: null,
  });
  expect((await api.get(PATH, { token })).body.data).toEqual([body.data]);
});

test.each([
  [{ plate: 'Д123ВС77' }, 'plate'],
  [{}, 'plate'],
  [{ ...TRUCK, tank_litres: -1 }, 'tank_litres'],
  [{ ...TRUCK, fuel: 'вода' }, 'fuel'],
  [{ ...TRUCK, group_id: 9_999_999 }, 'group_id'],
  [{ ...TRUCK, card_ids: [9_999_999] }, 'card_ids'],
  [{ ...TRUCK, winter: { norm_litres_100km: 30, from: '31-12' } }, 'winter.from'],
  [{ ...TRUCK, winter: { norm_litres_100km: 30, from: '02-30' } }, 'winter.from'],
])('%o is refused at %s', async (json, field) => {
  const { status, body } = await api.post(PATH, { token, json });
  expect(status).toBe(400);
  expect(Object.keys(body.error_messages ?? {})).toEqual([field]);
});

test('a plate is in a fleet once, and a removed truck frees it', async () => {
  const id = await added();
  const again = await api.post(PATH, { token, json: TRUCK });
  expect(again.status).toBe(409);
  expect(again.body.message).toContain('уже есть');
  expect((await api.delete(`${PATH}/${id}`, { token })).status).toBe(200);
  expect((await api.get(PATH, { token })).body.data).toEqual([]);
  expect((await api.get(`${PATH}/${id}`, { token })).body.data.removed).toBe(true);
  await added();
});

test('two that add the same plate at once leave one truck', async () => {
  const replies = await Promise.all([1, 2, 3].map(() => api.post(PATH, { token, json: TRUCK })));
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(2);
});

test('a specialist sees the fleet and changes nothing of it', async () => {
  const id = await added();
  const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  expect((await api.get(PATH, { token: specialist.token })).status).toBe(200);
  for (const reply of [
    await api.post(PATH, { token: specialist.token, json: TRUCK }),
    await api.put(`${PATH}/${id}`, { token: specialist.token, json: TRUCK }),
    await api.delete(`${PATH}/${id}`, { token: specialist.token }),
  ])
    expect(reply.status).toBe(403);
});

test('a card’s first truck counts from its start, the next from when the card moved', async () => {
  const card = await givenCard(api, company.id);
  const scope = mintCompanyScope(company.id);
  const first = await added({ ...TRUCK, card_ids: [card.id] });
  const moved = api.clock.now();
  const second = await added({ ...TRUCK, plate: 'В123ВС77', card_ids: [card.id] });
  const ofCard = (at: Date) =>
    api.ctx.db.inCompany(scope, (tx) => findVehicleOfCard(tx, scope, { cardId: card.id, at }));
  expect((await ofCard(new Date(moved.getTime() - 1)))?.id ?? first).toBe(first);
  expect((await ofCard(api.clock.now()))?.id).toBe(second);
  const { body } = await api.get(PATH, { token });
  expect(body.data.map((item: { card_ids: number[] }) => item.card_ids)).toEqual([[], [card.id]]);
});

test('cards that a change leaves out stay on the truck, an empty list takes them off', async () => {
  const card = await givenCard(api, company.id);
  const id = await added({ ...TRUCK, card_ids: [card.id] });
  const saved = await api.put(`${PATH}/${id}`, { token, json: { ...TRUCK, brand: 'MAN' } });
  expect(saved.body.data).toMatchObject({ brand: 'MAN', card_ids: [card.id] });
  const taken = await api.put(`${PATH}/${id}`, { token, json: { ...TRUCK, card_ids: [] } });
  expect(taken.body.data.card_ids).toEqual([]);
});

test('a card is in its truck’s group, and a removed group leaves its trucks in none', async () => {
  const card = await givenCard(api, company.id);
  const scope = mintCompanyScope(company.id);
  const group = await api.post('/api/vehicle-groups', { token, json: { title: 'Север' } });
  const groupId = group.body.data.id;
  await added({ ...TRUCK, group_id: groupId, card_ids: [card.id] });
  const ofCard = () => api.ctx.db.inCompany(scope, (tx) => groupOfCard(tx, scope, card.id));
  expect(await ofCard()).toEqual({ groupId, title: 'Север' });
  expect((await api.post('/api/vehicle-groups', { token, json: { title: 'Север' } })).status).toBe(409);
  for (const title of ['СЕВЕР', ' Север  ', 'Се\u00adвер'])
    expect((await api.post('/api/vehicle-groups', { token, json: { title } })).status).toBe(409);
  const spaced = await api.post('/api/vehicle-groups', { token, json: { title: 'Дальний  Восток' } });
  const { body: listed } = await api.get('/api/vehicle-groups', { token });
  expect(listed.data.find((item: { id: number }) => item.id === spaced.body.data.id).title).toBe(
    'Дальний Восток',
  );
  const rename = { title: 'дальний восток' };
  expect((await api.put(`/api/vehicle-groups/${groupId}`, { token, json: rename })).status).toBe(409);
  await api.put(`/api/vehicle-groups/${groupId}`, { token, json: { title: 'Юг' } });
  expect(await ofCard()).toEqual({ groupId, title: 'Юг' });
  await api.delete(`/api/vehicle-groups/${groupId}`, { token });
  expect(await ofCard()).toBeNull();
});

test('an odometer runs forward only, and not ahead of the clock', async () => {
  const id = await added();
  const postOdometer = (km: unknown, at?: string) =>
    api.post(`${PATH}/${id}/odometer`, { token, json: { km, at } });
  expect((await postOdometer(500_000, '2026-01-01T10:00+03:00')).status).toBe(200);
  expect((await postOdometer(499_999)).body.error_messages?.km?.[0]).toContain('500000');
  expect((await postOdometer(500_001, '2025-12-31T10:00+03:00')).body.error_messages?.km?.[0]).toContain(
    'Позже',
  );
  expect((await postOdometer(600_000, '2100-01-01T10:00+03:00')).body.error_messages?.at).toHaveLength(1);
  const again = await postOdometer(500_100, '2026-01-01T10:00+03:00');
  expect(again.status).toBe(200);
  const { body } = await api.get(`${PATH}/${id}`, { token });
  expect(body.data).toMatchObject({ odometer_km: 500_100, odometer: [{ km: 500_100 }] });
  expect((await api.delete(`${PATH}/${id}/odometer/${again.body.data.id}`, { token })).status).toBe(200);
});

test('an odometer with a wrong digit is questioned, and blocks no later reading', async () => {
  const id = await added();
  const add = (km: number, day: number, confirmed?: boolean) =>
    api.post(`${PATH}/${id}/odometer`, {
      token,
      json: { km, at: `2026-01-${String(day).padStart(2, '0')}T10:00+03:00`, confirmed },
    });
  const read = async () => (await api.get(`${PATH}/${id}`, { token })).body.data;
  for (const day of [1, 5, 9]) expect((await add(123_000 + day * 400, day)).status).toBe(200);
  // 127 400 with one digit changed, upwards and downwards.
  for (const typo of [927_400, 147_400, 177_400, 117_400, 107_400]) {
    const { status, body } = await add(typo, 11);
    expect([typo, status, body.reason]).toEqual([typo, 400, 'odometer-doubted']);
    expect(body.error_messages?.km).toHaveLength(1);
  }
  expect((await read()).odometer_km).toBe(126_600);
  expect((await add(127_400, 11)).status).toBe(200);
  // The wrong reading was confirmed all the same: the next right one is asked about once and sets the wrong one aside.
  expect((await add(927_400, 12, true)).status).toBe(200);
  expect((await add(128_200, 13)).status).toBe(400);
  expect((await add(128_200, 13, true)).status).toBe(200);
  expect((await add(128_600, 14)).status).toBe(200);
  const { odometer, odometer_km: km } = await read();
  expect(km).toBe(128_600);
  const aside = odometer.filter((item: { set_aside: boolean }) => item.set_aside);
  expect(aside).toMatchObject([{ km: 927_400 }]);
  const removed = await api.delete(`${PATH}/${id}/odometer/${aside[0].id}`, { token });
  expect(removed.status).toBe(200);
  expect((await read()).odometer).toHaveLength(6);
  // A wrong low one sets the right ones aside; when it is removed they count again.
  const low = await add(2000, 20, true);
  expect(await read()).toMatchObject({ odometer_km: 2000 });
  await api.delete(`${PATH}/${id}/odometer/${low.body.data.id}`, { token });
  expect(await read()).toMatchObject({ odometer_km: 128_600 });
  const again: { set_aside: boolean }[] = (await read()).odometer;
  expect(again.filter((item) => item.set_aside)).toEqual([]);
});

test('a month of a truck has its litres, its kilometres and what a kilometre cost', async () => {
  api.clock.setTo('2026-09-20T10:00:00+03:00');
  const card = await givenCard(api, company.id, { balanceKopecks: 100_000_00 });
  await givenSales(api, card, [
    { sum: 6_000_00, at: '2026-09-05T12:00:00+03:00', litres: 100 },
    { sum: 6_000_00, at: '2026-09-10T12:00:00+03:00', litres: 100 },
  ]);
  const id = await added({ ...TRUCK, card_ids: [card.id] });
  await api.post(`${PATH}/${id}/odometer`, { token, json: { km: 1000, at: '2026-09-01T00:00+03:00' } });
  await api.post(`${PATH}/${id}/odometer`, { token, json: { km: 1800, at: '2026-09-20T00:00+03:00' } });
  const { body } = await api.get(`${PATH}/${id}`, { token });
  expect(body.data.months[0]).toEqual({
    month: '2026-09',
    litres: 200,
    sum: 12_000,
    other_litres: 0,
    other_sum: 0,
    km: 800,
    litres_100km: 25,
    rubles_km: 15,
    toll_sum: 0,
    cost_km: 15,
    norm_litres_100km: 31.5,
    documented_litres: null,
    burnt_litres: 252,
    differences: [
      { reason: 'documents-pending', litres: 200 },
      { reason: 'tank', litres: -52 },
    ],
  });
});

async function makeFile(format: 'csv' | 'xlsx', lines: string[][]): Promise<Buffer> {
  if (format === 'csv') return Buffer.from(lines.map((line) => line.join(';')).join('\r\n'));
  return writeWorkbook(lines.map((line) => line.map((value) => ({ value, type: String })))).toBuffer();
}

function makeForm(bytes: Buffer, name: string): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  return form;
}

test.each(['csv', 'xlsx'] as const)(
  'a list in %s is previewed, and its correct lines are taken',
  async (format) => {
    const card = await givenCard(api, company.id);
    await added({ ...TRUCK, plate: 'К777КК99', brand: 'Scania' });
    const bytes = await makeFile(format, [
      ['Госномер', 'Марка', 'Топливо', 'Бак, л', 'Норма, л/100 км', 'Группа', 'Карты', 'Пробег'],
      ['A 555 BC 77', 'Volvo', 'ДТ', '600', '31,5', 'Север', card.number.slice(-5), '120000'],
      ['К777КК99', 'Scania R', '', '', '', '', '', ''],
      ['ЫЫЫ', '', '', '', '', '', '', ''],
      ['А555ВС77', '', '', '', '', '', '', ''],
    ]);
    const send = (path: string) => api.post(path, { token, multipart: makeForm(bytes, `машины.${format}`) });
    const preview = await send(`${PATH}/import/preview`);
    expect(preview.body.data.counts).toEqual({ new: 1, changed: 1, same: 0, wrong: 2 });
    expect(preview.body.data.rows[1].changes).toEqual(['марка: Scania → Scania R']);
    expect(preview.body.data.rows.map((row: { line: number }) => row.line)).toEqual([2, 3, 4, 5]);
    expect((await api.get(PATH, { token })).body.data).toHaveLength(1);
    expect((await send(`${PATH}/import`)).body.data.counts.new).toBe(1);
    const { body } = await api.get(PATH, { token });
    expect(body.data).toMatchObject([
      {
        plate: 'А555ВС77',
        tank_litres: 600,
        group_title: 'Север',
        card_ids: [card.id],
        odometer_km: 120_000,
      },
      { plate: 'К777КК99', brand: 'Scania R', tank_litres: 600 },
    ]);
    expect((await send(`${PATH}/import/preview`)).body.data.counts).toMatchObject({
      new: 0,
      changed: 0,
      same: 2,
    });
  },
);

test.each([
  ['nothing', Buffer.alloc(0)],
  ['no column of plates', Buffer.from('Марка;Бак\nVolvo;600')],
  ['a broken workbook', Buffer.from('PK\u0003\u0004 и дальше не таблица')],
  ['bytes of no table', Buffer.from([0xff, 0xfe, 0x00, 0x01])],
])('a file with %s is refused with a sentence', async (_, bytes) => {
  const { status, body } = await api.post(`${PATH}/import/preview`, {
    token,
    multipart: makeForm(bytes, 'x.xlsx'),
  });
  expect(status).toBe(400);
  expect(body.error_messages?.file).toHaveLength(1);
});

async function readPreview(text: string) {
  const sent = { token, multipart: makeForm(Buffer.from(text), 'машины.csv') };
  const { body } = await api.post(`${PATH}/import/preview`, sent);
  return body.data.rows as {
    line: number;
    plate: string;
    brand: string;
    changes: string[];
    problems: string[];
  }[];
}

test.each([
  ['a title above the header', 'Автопарк ООО «Ромашка», на 1 сентября\n\nНомер;Марка\nА123ВС77;Volvo'],
  ['a line that names the separator', 'sep=,\r\nНомер,Марка\r\nА123ВС77,Volvo'],
  ['a counter that is called a number too', 'Номер;Госномер;Марка\n1;А123ВС77;Volvo\n2;В456ЕК99;Volvo'],
  [
    'numbers of cards, engines and phones',
    'Номер карты;Номер двигателя;Марка топлива;Марка;ТС\n;12;ДТ;Volvo;А123ВС77',
  ],
  ['line breaks of old programs', 'Номер\tМарка\rА123ВС77\tVolvo\r'],
])('a list with %s is read', async (_, text) => {
  expect((await readPreview(text))[0]).toMatchObject({ plate: 'А123ВС77', brand: 'Volvo', problems: [] });
});

test('numbers are read as people write them, and nothing else is a number', async () => {
  const [right, ...wrong] = await readPreview(
    'Номер;Бак, л;Норма, л/100 км;Пробег, км\nА123ВС77;1 000 л;31,5 л/100 км;1 234 567\n' +
      ['0x10;;', '1e3;;', ';Infinity;', ';;0b11', ';;1,234'].map((cells) => `В456ЕК99;${cells}`).join('\n'),
  );
  expect(right?.changes).toEqual(['бак, л: 1000', 'норма, л/100 км: 31,5', 'пробег, км: 1234567']);
  expect(wrong.map(({ problems }) => problems[0])).toEqual([
    'Бак: нужно число больше нуля и не больше 3000, например 31,5',
    'Бак: нужно число больше нуля и не больше 3000, например 31,5',
    'Норма: нужно число больше нуля и не больше 200, например 31,5',
    'Пробег: нужны целые километры',
    'Пробег: нужны целые километры',
  ]);
});

test('plates in the comments of cards become trucks by one click', async () => {
  const card = await givenCard(api, company.id);
  await api.post(`/api/card/${card.id}/setComment`, { token, json: { comment: 'Volvo FH С 196 РМ 77' } });
  const offered = await api.get(`${PATH}/suggestions`, { token });
  expect(offered.body.data).toMatchObject({
    rows: [{ line: null, plate: 'С196РМ77', brand: 'Volvo FH', state: 'new', cards: [card.number] }],
    counts: { new: 1 },
  });
  await api.post(`${PATH}/suggestions`, { token, json: {} });
  expect((await api.get(PATH, { token })).body.data).toMatchObject([
    { plate: 'С196РМ77', card_ids: [card.id] },
  ]);
  expect((await api.get(`${PATH}/suggestions`, { token })).body.data.rows).toEqual([]);
});

test('a fuel sheet has what the truck took in its shift, and says what it is not', async () => {
  api.clock.setTo('2026-09-20T10:00:00+03:00');
  const card = await givenCard(api, company.id, { balanceKopecks: 100_000_00 });
  await givenSales(api, card, [
    { sum: 6_000_00, at: '2026-09-05T12:00:00+03:00', litres: 100 },
    { sum: 3_000_00, at: '2026-09-06T12:00:00+03:00', litres: 50 },
    { sum: 600_00, at: '2026-09-06T13:00:00+03:00', litres: 10, refund: true },
    { sum: 2_000_00, at: '2026-09-06T14:00:00+03:00', litres: 30, goods: 'AdBlue' },
    { sum: 200_00, at: '2026-09-06T15:00:00+03:00', litres: 3, goods: 'AdBlue', refund: true },
  ]);
  const id = await added({ ...TRUCK, card_ids: [card.id] });
  await api.post(`${PATH}/${id}/odometer`, { token, json: { km: 1000, at: '2026-09-06T08:00+03:00' } });
  const sheet = (file: string) =>
    api.get(`${PATH}/${id}/fuel-sheet${file}?from=2026-09-06&to=2026-09-06&waybill=17`, { token });
  const { body } = await sheet('');
  expect(body.data).toMatchObject({
    plate: 'А123ВС77',
    waybill: '17',
    odometer_to: 1000,
    lines: [
      { litres: 50, sum: 3000, refund: false, card_number: card.number, odometer_km: 1000 },
      { litres: 10, sum: 600, refund: true },
    ],
    totals: { litres: 40, sum: 2400 },
    left_out: [{ goods: 'AdBlue', litres: 27, sum: 1800 }],
  });
  expect(body.data.lines).toHaveLength(2);
  expect(body.data.note).toContain('не путевой лист');
  expect((await sheet('.pdf')).bytes.subarray(0, 4).toString()).toBe('%PDF');
  const cells = readXlsx((await sheet('.xlsx')).bytes).flat();
  expect(cells).toContain('Литры');
  expect(cells).toContain('AdBlue: 27,00 на 1\u00a0800,00 ₽');
  const backwards = await api.get(`${PATH}/${id}/fuel-sheet?from=2026-09-07&to=2026-09-06`, { token });
  expect(backwards.status).toBe(400);
});

test('a truck and the whole fleet compare litres sold, documented and burnt', async () => {
  api.clock.setTo('2026-09-20T10:00:00+03:00');
  const staff = await givenStaff(api);
  const card = await givenCard(api, company.id, { balanceKopecks: 100_000_00 });
  await givenSales(api, card, [{ sum: 12_000_00, at: '2026-09-05T12:00:00+03:00', litres: 200 }]);
  const id = await added({ ...TRUCK, card_ids: [card.id] });
  for (const [km, at] of [
    [1000, '2026-08-31T20:00+03:00'],
    [1800, '2026-09-20T00:00+03:00'],
  ])
    await api.post(`${PATH}/${id}/odometer`, { token, json: { km, at } });
  expect((await closeMonth(api, staff, '2026-09', OVERRIDE_ALL)).status).toBe(200);
  // The network reports this one after the documents: it will stand in those of October.
  await givenSales(api, card, [{ sum: 600_00, at: '2026-09-19T12:00:00+03:00', litres: 10 }]);
  const readMonth = async () => {
    const { months } = (await api.get(`${PATH}/${id}`, { token })).body.data;
    return months.find(({ month }: { month: string }) => month === '2026-09');
  };
  expect(await readMonth()).toMatchObject({
    litres: 210,
    documented_litres: 200,
    differences: [{ reason: 'other-month', litres: 10 }, { reason: 'mileage-partial' }],
  });
  await api.post(`${PATH}/${id}/odometer`, { token, json: { km: 2000, at: '2026-10-01T00:00+03:00' } });
  const month = await readMonth();
  expect(month.burnt_litres).toBeGreaterThan(300);
  expect(month.differences[1]).toEqual({
    reason: 'tank',
    litres: Math.round((210 - month.burnt_litres) * 100) / 100,
  });

  // The report of the fleet has the same month; in October the late sale stands in its documents alone.
  const read = (query: string, as = token) => api.get(`${PATH}/litres${query}`, { token: as });
  const report = (await read('?from=2026-09&to=2026-10')).body;
  const { sum: _, other_litres: _1, other_sum: _2, litres_100km: _3, ...same } = month;
  const { rubles_km: _4, cost_km: _5, toll_sum: _6, ...figures } = same;
  expect(report.data).toEqual([
    { ...figures, vehicle_id: id, plate: 'А123ВС77', brand: 'Volvo FH', group_title: null, removed: false },
  ]);
  expect(report.meta).toEqual({
    from: '2026-09',
    to: '2026-10',
    rows: 1,
    totals: {
      litres: 210,
      documented_litres: 200,
      burnt_litres: month.burnt_litres,
      km: month.km,
      over_documents: 10,
      over_norm: month.differences[1].litres,
    },
  });
  api.clock.setTo('2026-11-02T10:00:00+03:00');
  expect((await closeMonth(api, staff, '2026-10', OVERRIDE_ALL)).status).toBe(200);
  expect((await read('')).body.data).toMatchObject([
    {
      month: '2026-10',
      litres: 0,
      documented_litres: 10,
      differences: [{ reason: 'other-month', litres: -10 }],
    },
  ]);
  expect((await read('?from=2026-09&to=2026-10&reason=tank')).body.data).toMatchObject([
    { month: '2026-09' },
  ]);

  const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  const csv = await api.get(`${PATH}/litres.csv?from=2026-09`, { token: specialist.token });
  expect(csv.bytes.toString()).toContain('2026-09;А123ВС77;Volvo FH;;210,00;200,00;');
  const cells = readXlsx((await api.get(`${PATH}/litres.xlsx?from=2026-09`, { token })).bytes).flat();
  expect(cells).toContain('попало в документы другого месяца');

  const other = await givenCompany(api);
  expect((await read('?from=2026-09', other.admin.token)).body.data).toEqual([]);
  const group = (await api.post('/api/vehicle-groups', { token, json: { title: 'Север' } })).body.data.id;
  expect((await read(`?group_id=${group}`)).body.data).toEqual([]);
  expect((await read(`?group_id=${group}`, other.admin.token)).status).toBe(404);
  for (const query of [
    '?from=2026-13',
    '?to=2026-09',
    '?from=2026-10&to=2026-09',
    '?from=2025-09&to=2026-10',
  ])
    expect((await read(query)).status, query).toBe(400);
});

const TOLL_HEAD = [
  'ГРЗ ТС',
  'Дата/время операции (мск)',
  'Наименование дороги',
  'Путь по фед. дорогам, км',
  'Списание с РЗ (руб.)',
];
const tollLine = (plate: string, day: string, sum: string) => [
  plate,
  `${day} 12:00:05`,
  'М-7 «Волга»',
  '100,5',
  sum,
];
const TOLLS = [
  ['Отчёт за сентябрь 2026'],
  TOLL_HEAD,
  tollLine('A123BC77', '05.09.2026', '300,15'),
  tollLine('а123вс 77', '06.09.2026', '300,00'),
  tollLine('а123вс77', '06.09.2026', '300,00'),
  tollLine('О777ОО99', '07.09.2026', '50'),
  tollLine('О777ОО99', '07.09.2036', '50'),
  tollLine('прицеп', '07.09.2026', '50'),
  ['Итого', '', '', '', '1000,15'],
];

test.each(['csv', 'xlsx'] as const)(
  'a report of tolls in %s is booked once into the cost of a kilometre',
  async (format) => {
    api.clock.setTo('2026-09-20T10:00:00+03:00');
    const card = await givenCard(api, company.id, { balanceKopecks: 100_000_00 });
    await givenSales(api, card, [{ sum: 6_000_00, at: '2026-09-05T12:00:00+03:00', litres: 100 }]);
    const id = await added({ ...TRUCK, card_ids: [card.id] });
    for (const [km, at] of [
      [1000, '2026-09-01T00:00+03:00'],
      [1400, '2026-09-20T00:00+03:00'],
    ])
      await api.post(`${PATH}/${id}/odometer`, { token, json: { km, at } });
    const send = async (path: string, as = token) =>
      api.post(`/api/tolls/${path}`, {
        token: as,
        multipart: makeForm(await makeFile(format, TOLLS), `p.${format}`),
      });
    const month = async () => (await api.get(`${PATH}/${id}`, { token })).body.data.months[0];

    const preview = (await send('preview')).body.data;
    expect(preview).toMatchObject({
      new: 4,
      known: 0,
      sum: 950.15,
      plates: [
        { plate: 'А123ВС77', vehicle_id: id, rows: 3, sum: 900.15, from: '2026-09-05T09:00:05.000Z' },
        { plate: 'О777ОО99', vehicle_id: null, rows: 1, sum: 50 },
      ],
      wrong: [
        { line: 7, problem: 'Это время ещё не наступило' },
        { line: 8, problem: 'Это не номер машины' },
      ],
    });
    expect(await month()).toMatchObject({ toll_sum: 0, cost_km: 15 });
    expect((await send('import')).body.data).toEqual(preview);
    expect(await month()).toMatchObject({ toll_sum: 900.15, rubles_km: 15, cost_km: 17.25 });
    expect((await send('import')).body.data).toMatchObject({ new: 0, known: 4, sum: 0, plates: [] });
    expect(await month()).toMatchObject({ toll_sum: 900.15 });

    const unmatched = async (as = token) => (await api.get('/api/tolls/unmatched', { token: as })).body.data;
    expect(await unmatched()).toMatchObject([{ plate: 'О777ОО99', rows: 1, sum: 50 }]);
    const other = await givenCompany(api);
    expect(await unmatched(other.admin.token)).toEqual([]);
    const assign = (json: object, as = token) => api.post('/api/tolls/assign', { token: as, json });
    const json = { plate: 'О777ОО99', vehicle_id: id };
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    expect((await assign(json, specialist.token)).status).toBe(403);
    expect((await send('import', specialist.token)).status).toBe(403);
    expect((await assign(json, other.admin.token)).status).toBe(404);
    expect((await assign({ plate: 'нет', vehicle_id: id })).status).toBe(400);
    expect((await assign(json)).body.data).toEqual({ rows: 1 });
    expect((await assign(json)).status).toBe(404);
    expect(await unmatched()).toEqual([]);
    expect(await month()).toMatchObject({ toll_sum: 950.15 });
  },
);

test('a file without the columns of tolls is refused at its file', async () => {
  const send = async (bytes: Buffer) =>
    (await api.post('/api/tolls/preview', { token, multipart: makeForm(bytes, 'p.csv') })).body
      .error_messages;
  const noSum = await makeFile('csv', [TOLL_HEAD.slice(0, 3), tollLine('A123BC77', '05.09.2026', '1')]);
  expect(await send(noSum)).toEqual({ file: ['В файле не найдены столбцы: «Списание с РЗ (руб.)»'] });
  expect(await send(Buffer.from('Номер карты;Сумма'))).toEqual({
    file: ['В файле нет столбца «ГРЗ ТС»: по нему узнаём машину'],
  });
});
