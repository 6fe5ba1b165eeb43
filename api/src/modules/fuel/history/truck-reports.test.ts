import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { readXlsx } from '../../../testing/read-xlsx.ts';

let api: TestApi;
let company: GivenCompany;
let card: GivenCard;
/** Both in «Юг»: the card goes from the first to the second in the middle of October. */
let first: number;
let second: number;
let group: number;

const OCTOBER = 'dateFrom=2026-10-01&dateTo=2026-10-31';
const MONTHS = [
  ['2026-09', 'dateFrom=2026-09-01&dateTo=2026-09-30'],
  ['2026-10', OCTOBER],
  ['2026-11', 'dateFrom=2026-11-01&dateTo=2026-11-26'],
] as const;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api);
  card = await givenCard(api, company.id, { balanceKopecks: 10_000_000_00 });
  api.clock.setTo('2026-09-01T09:00:00+03:00');
  group = await post('/api/vehicle-groups', { title: 'Юг' });
  first = await post('/api/vehicles', { plate: 'А001АА77', group_id: group, card_ids: [card.id] });
  second = await post('/api/vehicles', { plate: 'В002ВВ77', group_id: group });
  await givenSales(api, card, [{ sum: 4000_00, litres: 60, at: '2026-09-20T09:00:00Z' }]);
  api.clock.setTo('2026-10-15T12:00:00+03:00');
  await givenSales(api, card, [
    { sum: 20_000_00, litres: 300, at: '2026-10-05T09:00:00Z' },
    { sum: 7000_00, litres: 100, at: '2026-10-15T08:59:59Z' },
  ]);
  await api.put(`/api/card/${card.id}/vehicle`, { token: company.admin.token, json: { vehicle_id: second } });
  api.clock.setTo('2026-11-26T12:00:00+03:00');
  await givenSales(api, card, [
    { sum: 9000_00, litres: 130, at: '2026-10-15T09:00:00Z' },
    { sum: 700_00, litres: 10, refund: true, at: '2026-10-16T09:00:00Z' },
    { sum: 5000_00, litres: 70, at: '2026-11-02T09:00:00Z' },
  ]);
  await odometer(first, '2026-09-25T09:00:00Z', 100_000);
  await odometer(first, '2026-11-03T09:00:00Z', 103_900);
  await odometer(second, '2026-10-10T09:00:00Z', 50_000);
  await odometer(second, '2026-10-20T09:00:00Z', 50_450);
});
afterAll(() => api?.stop());

async function post(path: string, json: object): Promise<number> {
  const { status, body } = await api.post(path, { token: company.admin.token, json });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.id;
}

async function odometer(vehicle: number, at: string, km: number): Promise<void> {
  const json = { at, km };
  const { status } = await api.post(`/api/vehicles/${vehicle}/odometer`, {
    token: company.admin.token,
    json,
  });
  expect(status).toBe(200);
}

async function report(query: string) {
  const { status, body } = await api.get(`/api/operations/summary?${query}`, { token: company.admin.token });
  expect(status).toBe(200);
  return body;
}

/** Reads a month from the truck's own page. */
async function readPage(vehicle: number, month: string) {
  const { body } = await api.get(`/api/vehicles/${vehicle}`, { token: company.admin.token });
  return body.data.months.find((item: { month: string }) => item.month === month);
}

async function expectEqualFigures(): Promise<void> {
  for (const [month, days] of MONTHS) {
    const { data } = await report(`by=vehicle&${days}`);
    for (const vehicle of [first, second]) {
      const row = data.find(({ key }: { key: string }) => key === String(vehicle));
      const page = await readPage(vehicle, month);
      const { km, litres_100km, rubles_km } = page;
      const litres = page.litres + page.other_litres;
      const sum = page.sum + page.other_sum;
      if (!row) expect([month, litres, sum]).toEqual([month, 0, 0]);
      else expect({ month, ...row }).toMatchObject({ month, litres, sum, km, litres_100km, rubles_km });
    }
  }
}

test('a truck’s row has the figures of its page, over a change of truck within a month', async () => {
  const { data } = await report(`by=vehicle&${OCTOBER}`);
  expect(data.map(({ key, litres, sum }: { [k: string]: unknown }) => [key, litres, sum])).toEqual([
    [String(first), 400, 27_000],
    [String(second), 120, 8300],
  ]);
  expect(data[1]).toMatchObject({ km: 450, litres_100km: 26.67, rubles_km: 18.44 });
  await expectEqualFigures();
});

test('a late sale is in the report and on the truck’s page at the time of the sale', async () => {
  const { system } = api.ctx.db;
  const ours = await rows(
    system,
    sql<{ late: boolean }>`
      select finished_at > sold_at + interval '1 day' as late from operation where card_id = ${card.id}`,
  );
  expect(ours.filter(({ late }) => late).length).toBeGreaterThan(2);
  await expectEqualFigures();
  // The two moments of a sale always agree: the books refuse another `created_at`.
  const moved = sql`update operation set created_at = finished_at where card_id = ${card.id} and finished_at <> sold_at`;
  await expect(moved.execute(system)).rejects.toThrow('operation_sold_when_made');
});

test('a group’s row is its trucks together, and the totals are all of them', async () => {
  const { data: trucks, meta: all } = await report(`by=vehicle&${OCTOBER}`);
  const { data: groups, meta } = await report(`by=group&${OCTOBER}`);
  expect(groups).toMatchObject([{ key: String(group), title: 'Юг', litres: 520, sum: 35_300 }]);
  expect(groups[0].km).toBe(trucks[0].km + trucks[1].km);
  const taken = trucks.map(
    (truck: { km: number; litres_100km: number }) => (truck.km * truck.litres_100km) / 100,
  );
  expect(groups[0].litres_100km).toBeCloseTo(((taken[0] + taken[1]) * 100) / groups[0].km, 1);
  expect([meta.totals.km, meta.totals.litres_100km]).toEqual([all.totals.km, all.totals.litres_100km]);
});

test('a truck that changes its group takes only later sales and distance with it', async () => {
  const { token } = company.admin;
  const card2 = await givenCard(api, company.id, { balanceKopecks: 1_000_000_00 });
  const from = await post('/api/vehicle-groups', { title: 'Север' });
  const to = await post('/api/vehicle-groups', { title: 'Восток' });
  const input = { plate: 'Е003ЕЕ77', group_id: from };
  const id = await post('/api/vehicles', { ...input, card_ids: [card2.id] });
  await givenSales(api, card2, [{ sum: 6000_00, litres: 90, at: '2026-10-10T09:00:00Z' }]);
  await odometer(id, '2026-09-30T21:00:00Z', 10_000);
  await odometer(id, '2026-10-31T21:00:00Z', 13_100);
  api.clock.setTo('2026-10-21T00:00:00+03:00');
  expect((await api.put(`/api/vehicles/${id}`, { token, json: { ...input, group_id: to } })).status).toBe(
    200,
  );
  api.clock.setTo('2026-11-26T12:00:00+03:00');
  await givenSales(api, card2, [{ sum: 2000_00, litres: 33, at: '2026-10-25T09:00:00Z' }]);
  const of = async (key: number) => {
    const { data } = await report(`by=group&${OCTOBER}`);
    return data.find((row: { key: string }) => row.key === String(key));
  };
  // The fuel is taken to burn evenly between two readings, in every group.
  const shares = { litres_100km: 3.97, rubles_km: 2.58 };
  expect(await of(from)).toMatchObject({ title: 'Север', sum: 6000, litres: 90, km: 2000, ...shares });
  expect(await of(to)).toMatchObject({ title: 'Восток', sum: 2000, litres: 33, km: 1100, ...shares });
  const { data } = await report(`by=vehicle&${OCTOBER}&vehicleId=${id}`);
  expect(data).toMatchObject([{ sum: 8000, litres: 123, km: 3100 }]);
  await api.delete(`/api/vehicle-groups/${from}`, { token });
  expect(await of(from)).toBeUndefined();
  await api.delete(`/api/vehicles/${id}`, { token });
});

test('a part of the fuel is not set against the whole road', async () => {
  for (const part of ['goods=ДТ', 'partnerId=2', `cardId=${card.id}`]) {
    const { data } = await report(`by=vehicle&${OCTOBER}&${part}`);
    expect(data[0], part).toMatchObject({ km: null, litres_100km: null, rubles_km: null });
  }
  const { data } = await report(`by=vehicle&${OCTOBER}&vehicleId=${second}`);
  expect(data).toMatchObject([{ key: String(second), km: 450 }]);
});

test('the files have what the screen has', async () => {
  const { token } = company.admin;
  const csv = await api.get(`/api/operations/summary.csv?by=vehicle&${OCTOBER}`, { token });
  const lines = csv.bytes.toString('utf8').trim().split('\r\n');
  expect(lines[0]).toMatch(/;Пробег, км;Литров на 100 км;Рублей на км;Рублей на км с дорогами$/);
  expect(lines[2]).toMatch(/^В002ВВ77.*;450;26,67;18,44;18,44$/);
  const book = await api.get(`/api/operations/summary.xlsx?by=group&${OCTOBER}`, { token });
  const cells = JSON.stringify(readXlsx(book.bytes));
  for (const text of ['Группа машин', 'Юг', 'Литров на 100 км', 'по одометрам'])
    expect(cells).toContain(text);
});

test('a question by trucks and by their groups is answered by the same figures', async () => {
  const { token } = company.admin;
  for (const [q, by] of [
    ['сколько потратили по машинам в октябре', 'vehicle'],
    ['сколько потратили по группам машин в октябре', 'group'],
  ]) {
    const { body } = await api.get(`/api/ask?q=${encodeURIComponent(q ?? '')}`, { token });
    const { data } = await report(`by=${by}&${OCTOBER}`);
    const toFigures = (rows: { key: string; sum: number; litres: number }[]) =>
      rows.map(({ key, sum, litres }) => [key, sum, litres]);
    expect([body.data.by, toFigures(body.data.rows)]).toEqual([by, toFigures(data)]);
  }
});

test('whatever the odometers show, the report says what the page of the truck says', async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ day: fc.integer({ min: 0, max: 85 }), step: fc.integer({ min: 0, max: 90 }) }), {
        maxLength: 4,
      }),
      async (readings) => {
        for (const { day, step } of readings.toSorted((a, b) => a.day - b.day)) {
          const at = new Date(Date.parse('2026-09-01T12:00:00Z') + day * 86_400_000).toISOString();
          const { token } = company.admin;
          // Between the first two readings it is 100 km a day. One that would run backwards is refused, and changes nothing.
          const km = 97_600 + day * 100 + step;
          const { status } = await api.post(`/api/vehicles/${first}/odometer`, { token, json: { at, km } });
          if (status === 200) taken += 1;
        }
        await expectEqualFigures();
      },
    ),
    { numRuns: 8, seed: 2026 },
  );
  expect(taken).toBeGreaterThan(3);
});

test('AdBlue, washing and other fuel change neither litres nor rubles per km', async () => {
  const other = await givenCard(api, company.id, { balanceKopecks: 1_000_000_00 });
  const id = await post('/api/vehicles', { plate: 'К004КК77', card_ids: [other.id] });
  const at = '2026-10-12T09:00:00Z';
  await odometer(id, '2026-10-01T09:00:00Z', 1000);
  await odometer(id, '2026-10-20T09:00:00Z', 2000);
  await givenSales(api, other, [
    { sum: 20_000_00, litres: 300, at, goods: 'ДТ-Е-К5' },
    { sum: 4000_00, litres: 60, at, goods: 'AdBlue' },
    { sum: 1500_00, litres: 1, at, goods: 'Мойка грузовая' },
    { sum: 900_00, litres: 10, at, goods: 'АИ-95' },
    { sum: 500_00, litres: 5, at, goods: 'Масло дизельное 10W-40' },
  ]);
  const figures = { km: 1000, litres_100km: 30, rubles_km: 20 };
  const bought = { litres: 300, sum: 20_000, other_litres: 75, other_sum: 6900 };
  expect(await readPage(id, '2026-10')).toMatchObject({ ...figures, ...bought });
  const { data } = await report(`by=vehicle&${OCTOBER}&vehicleId=${id}`);
  expect(data).toMatchObject([{ ...figures, litres: 375, sum: 26_900 }]);
});

test('simulated AdBlue and washing leave consumption and the fuel sheet alone', async () => {
  const other = await givenCard(api, company.id, { balanceKopecks: 1_000_000_00 });
  const id = await post('/api/vehicles', { plate: 'Т006ТТ77', card_ids: [other.id] });
  await odometer(id, '2026-11-01T09:00:00Z', 1000);
  await odometer(id, '2026-11-20T09:00:00Z', 2000);
  for (const [goods_id, litres] of [
    [301, 300],
    [901, 60],
    [902, 1],
  ]) {
    const json = {
      card_number: other.number,
      goods_id,
      litres,
      unit_price: 70,
      address: 'М-4',
      at: '2026-11-12T09:00:00Z',
    };
    expect((await api.post('/dev/fuel', { json })).body.data).toMatchObject({ sold: true });
  }
  expect(await readPage(id, '2026-11')).toMatchObject({
    km: 1000,
    litres_100km: 30,
    litres: 300,
    other_litres: 60,
  });
  const sheet = `/api/vehicles/${id}/fuel-sheet?from=2026-11-12&to=2026-11-12`;
  const { data } = (await api.get(sheet, { token: company.admin.token })).body;
  expect([data.lines.length, data.totals.litres]).toEqual([1, 300]);
});

test.each(['07:00', '11:59', '12:00', '12:01', '13:00', '23:30'])(
  'consumption is the same when the odometer is read at %s as when at another hour',
  async (hour) => {
    const other = await givenCard(api, company.id, { balanceKopecks: 1_000_000_00 });
    const plate = `М${hour.slice(0, 2)}${hour.slice(3, 4)}ММ${10 + Number(hour.slice(4))}`;
    const id = await post('/api/vehicles', { plate, card_ids: [other.id] });
    const on = (day: string) => `2026-10-${day}T12:00:00+03:00`;
    await givenSales(
      api,
      other,
      ['02', '09', '16', '23'].map((day) => ({ sum: 14_000_00, litres: 200, at: on(day) })),
    );
    await odometer(id, `2026-10-02T${hour}:00+03:00`, 1000);
    await odometer(id, `2026-10-23T${hour}:00+03:00`, 3000);
    expect(await readPage(id, '2026-10')).toMatchObject({ km: 2000, litres_100km: 30, rubles_km: 21 });
  },
);

test('the filling of the first reading is out, that of the last one is in', async () => {
  const other = await givenCard(api, company.id, { balanceKopecks: 1_000_000_00 });
  const id = await post('/api/vehicles', { plate: 'Н005НН77', card_ids: [other.id] });
  await givenSales(api, other, [
    { sum: 70_000_00, litres: 1000, at: '2026-10-02T12:00:00+03:00' },
    { sum: 21_000_00, litres: 300, at: '2026-10-09T12:00:00+03:00' },
  ]);
  // One odometer is read a little before the filling, the other a little after it.
  await odometer(id, '2026-10-02T11:50:00+03:00', 1000);
  await odometer(id, '2026-10-09T12:10:00+03:00', 2000);
  expect(await readPage(id, '2026-10')).toMatchObject({ km: 1000, litres_100km: 30 });
});
