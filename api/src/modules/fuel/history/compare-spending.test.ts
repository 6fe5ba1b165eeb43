import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATION_STATUS, OPERATION_TYPE, PARTNER } from '#contract/ids.ts';
import { SUMMARY_SIDES } from '#contract/fuel/spending.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { readXlsx } from '../../../testing/read-xlsx.ts';
import {
  givenCard,
  givenCompany,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { readCsv } from '../../../lib/tables/csv.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ jobs: false });
  api.clock.setTo('2026-11-26T09:00:00Z');
});
afterAll(() => api?.stop());

interface Sale {
  card: GivenCard;
  sum: number;
  litres: number;
  at: string;
  goods?: string;
  type?: number;
  status?: number;
}

let serial = 0;

async function givenSales(sales: readonly Sale[]): Promise<void> {
  for (const sale of sales) {
    serial += 1;
    await sql`
      insert into operation (company_id, card_id, partner_id, type_id, status_id, sum_kopecks, external_id, goods_title,
        centilitres, unit_price_kopecks, address, sold_at, created_at)
      select company_id, id, partner_id, ${sale.type ?? OPERATION_TYPE.purchase}, ${sale.status ?? OPERATION_STATUS.done}, ${sale.sum},
        ${`C-${serial}`}, ${sale.goods ?? 'ДТ'}, ${Math.round(sale.litres * 100)}, 6000, ${`Химки, ${serial % 3}`},
        ${sale.at}::timestamptz, ${sale.at}::timestamptz
      from card where id = ${sale.card.id}`.execute(api.ctx.db.system);
  }
}

async function summary(company: GivenCompany, query: string) {
  const answer = await api.get(`/api/operations/summary?${query}`, { token: company.admin.token });
  expect(answer.status, query).toBe(200);
  return answer.body;
}

/** Two cards of one network and one of another, with two months behind them. */
async function givenFleet() {
  const company = await givenCompany(api);
  const cheap = await givenCard(api, company.id);
  const dear = await givenCard(api, company.id);
  const rn = await givenCard(api, company.id, { partnerId: PARTNER.rn });
  await givenSales([
    { card: cheap, sum: 6000_00, litres: 100, at: '2026-10-10T09:00:00Z' },
    // A sale after the 26th is not among the same days.
    { card: cheap, sum: 900_00, litres: 15, at: '2026-10-28T09:00:00Z' },
    { card: cheap, sum: 5000_00, litres: 100, at: '2026-11-05T09:00:00Z' },
    { card: dear, sum: 7000_00, litres: 100, at: '2026-11-06T09:00:00Z' },
    { card: dear, sum: 800_00, litres: 10, goods: 'АИ-95', at: '2026-11-07T09:00:00Z' },
    { card: rn, sum: 3333_33, litres: 50, at: '2026-10-26T20:59:59Z' },
    { card: dear, sum: 99_999_99, litres: 900, status: OPERATION_STATUS.failed, at: '2026-11-08T09:00:00Z' },
    { card: dear, sum: 50_000_00, litres: 0, type: OPERATION_TYPE.topUp, at: '2026-11-08T09:00:00Z' },
  ]);
  return { company, cheap, dear, rn };
}

const MONTH = 'dateFrom=2026-11-01&dateTo=2026-11-30';

test('a month that is not over is compared with the same days of the month before', async () => {
  const { company, cheap, dear, rn } = await givenFleet();
  const { data, meta } = await summary(company, `by=card&${MONTH}`);
  expect(meta).toMatchObject({ unfinished: true, compared: { from: '2026-10-01', to: '2026-10-26' } });
  expect(meta.totals).toMatchObject({
    sum: 12_800,
    previous_sum: 9333.33,
    difference: 3466.67,
    cards: 2,
    litres_per_card: 105,
  });
  const rows = data.map((row: Record<string, unknown>) => [
    row.key,
    row.sum,
    row.previous_sum,
    row.difference,
    row.share,
  ]);
  expect(rows).toEqual([
    [String(dear.id), 7800, 0, 7800, 60.9],
    [String(cheap.id), 5000, 6000, -1000, 39.1],
    // It has stopped fuelling, which is worth a row.
    [String(rn.id), 0, 3333.33, -3333.33, 0],
  ]);
});

test('each month is compared with the one before, the current one with its same days', async () => {
  const { company } = await givenFleet();
  const { data } = await summary(company, `by=month&dateFrom=2026-10-01&dateTo=2026-11-26`);
  const rows = data.map((row: Record<string, unknown>) => [
    row.key,
    row.sum,
    row.previous_sum,
    row.unfinished,
  ]);
  expect(rows).toEqual([
    ['2026-10', 10_233.33, 0, false],
    ['2026-11', 12_800, 9333.33, true],
  ]);
});

test('a month after one without spending has no comparison in the files', async () => {
  const { company } = await givenFleet();
  const query = 'by=month&dateFrom=2026-10-01&dateTo=2026-11-26';
  const csv = await api.get(`/api/operations/summary.csv?${query}`, { token: company.admin.token });
  const [head = [], ...lines] = readCsv(csv.bytes).map(({ cells }) => cells);
  const inCsv = lines.map((cells) => pickCompared(readFigures(head, cells.map(csvValue))));
  const xlsx = await api.get(`/api/operations/summary.xlsx?${query}`, { token: company.admin.token });
  const sheet = readXlsx(xlsx.bytes);
  const at = sheet.findIndex((cells) => cells[1] === 'Операций');
  const inXlsx = sheet.slice(at + 1).map((cells) => pickCompared(readFigures(sheet[at] ?? [], cells)));
  const none = { previous_sum: null, difference: null };
  expect(inCsv).toEqual([none, { previous_sum: 9333.33, difference: 3466.67 }, none]);
  expect(inXlsx).toEqual(inCsv);
});

test('a card’s price is compared with the company’s for the same goods and network', async () => {
  const { company, cheap, dear } = await givenFleet();
  const { data } = await summary(company, `by=card&${MONTH}`);
  const over = new Map(data.map((row: Record<string, unknown>) => [row.key, row.price_over_network]));
  // Diesel cost 60 on average: ten less, and ten more; petrol has no other buyer, so it is at its own average.
  expect(over.get(String(cheap.id))).toBe(-10);
  expect(over.get(String(dear.id))).toBe(9.09);
  const alone = await summary(company, `by=card&${MONTH}&cardId=${cheap.id}`);
  expect(alone.data[0].price_over_network).toBe(-10);
});

test('a row’s details have its figures: network, card, drivers, goods, station', async () => {
  const { company, cheap, dear } = await givenFleet();
  const people: number[] = [];
  for (const surname of ['Волков', 'Ёлкин']) {
    const json = { name: 'Пётр', surname };
    people.push((await api.post('/api/drivers', { token: company.admin.token, json })).body.data.id);
  }
  const attach = (card: GivenCard, driver: number | undefined) =>
    api.post(`/api/card/${card.id}/driver/${driver}/set`, { token: company.admin.token });
  for (const person of people) await attach(cheap, person);
  await attach(dear, people[0]);
  const named = {
    network: 'partnerId',
    card: 'cardId',
    driver: 'drivers',
    goods: 'goods',
    station: 'station',
  };
  const period = 'dateFrom=2026-10-01&dateTo=2026-11-26';
  for (const [by, name] of Object.entries(named)) {
    const { data } = await summary(company, `by=${by}&${period}`);
    expect(data.length).toBeGreaterThan(1);
    for (const row of data) {
      const value = encodeURIComponent(by === 'driver' ? row.key || 'none' : row.key);
      for (const next of SUMMARY_SIDES) {
        const { totals } = (await summary(company, `by=${next}&${period}&${name}=${value}`)).meta;
        expect([totals.sum, totals.litres, totals.previous_sum], `${by} ${row.key} ${next}`).toEqual([
          row.sum,
          row.litres,
          row.previous_sum,
        ]);
      }
      const list = await api.get(`/api/operations?${period}&${name}=${value}`, {
        token: company.admin.token,
      });
      expect(list.body.meta.totals.sum).toBe(row.sum);
    }
  }
});

test('the screen, the CSV and the workbook agree to the kopeck for any query', async () => {
  const { company, dear } = await givenFleet();
  for (const by of SUMMARY_SIDES) {
    for (const filter of ['', `&partnerId=${PARTNER.gpn}`, `&cardId=${dear.id}`]) {
      const query = `by=${by}&${MONTH}${filter}`;
      const { data, meta } = await summary(company, query);
      const isMonth = by === 'month';
      const shown = [...data.map(isMonth ? leaveOutEmptyMonth : pickFigures), pickFigures(meta.totals)];
      const csv = await api.get(`/api/operations/summary.csv?${query}`, { token: company.admin.token });
      const [head, ...lines] = readCsv(csv.bytes).map(({ cells }) => cells);
      const inCsv = lines.map((cells) => readFigures(head ?? [], cells.map(csvValue)));
      const xlsx = await api.get(`/api/operations/summary.xlsx?${query}`, { token: company.admin.token });
      const sheet = readXlsx(xlsx.bytes);
      const at = sheet.findIndex((cells) => cells[1] === 'Операций');
      const inXlsx = sheet.slice(at + 1).map((cells) => readFigures(sheet[at] ?? [], cells));
      // Months are each compared with another period than all of them together.
      if (isMonth)
        for (const all of [inCsv, inXlsx]) Object.assign(all.at(-1) ?? {}, pickCompared(meta.totals));
      expect(inCsv, query).toEqual(shown);
      expect(inXlsx, query).toEqual(shown);
    }
  }
});

interface Figures {
  count: number;
  sum: number;
  litres: number;
  average_price: number | null;
  previous_sum: number | null;
  difference: number | null;
}

function pickFigures({ count, sum, litres, average_price, previous_sum, difference }: Figures): Figures {
  return { count, sum, litres, average_price, previous_sum, difference };
}

/** A month after one without spending is compared with nothing. */
function leaveOutEmptyMonth(row: Figures): Figures {
  const figures = pickFigures(row);
  return figures.previous_sum === 0 ? { ...figures, previous_sum: null, difference: null } : figures;
}

function pickCompared({ previous_sum, difference }: Figures) {
  return { previous_sum, difference };
}

function readFigures(head: readonly unknown[], cells: readonly unknown[]): Figures {
  const of = (name: RegExp) => (cells[head.findIndex((item) => name.test(String(item)))] ?? null) as number;
  return {
    count: of(/^Операций/),
    sum: of(/^Сумма/),
    litres: of(/^Литры/),
    average_price: of(/^Средняя/),
    previous_sum: of(/^Прошлый|^Месяцем/),
    difference: of(/^Разница/),
  };
}

function csvValue(cell: string): number | null {
  return cell === '' ? null : Number(cell.replace(',', '.'));
}

test('the workbook says above its rows whose it is, of which days and by which filters', async () => {
  const { company, dear } = await givenFleet();
  const query = `by=goods&${MONTH}&cardId=${dear.id}&partnerId=${PARTNER.gpn}&drivers=none`;
  const answer = await api.get(`/api/operations/summary.xlsx?${query}`, { token: company.admin.token });
  expect(answer.headers.get('content-disposition')).toContain('summary.xlsx');
  const lines = readXlsx(answer.bytes).map(([first]) => first);
  expect(lines.slice(0, 7)).toEqual([
    'Расходы на топливо по топливу',
    expect.stringMatching(/./),
    'Период: с 01.11.2026 по 30.11.2026, не закончен',
    'Прошлый период: с 01.10.2026 по 26.10.2026',
    'Сеть: Газпромнефть',
    `Карта: ${dear.number}`,
    'Водитель: без водителя',
  ]);
  expect(lines.at(-1)).toBe('Итого');
});

test('every grouping of sales and refunds adds up to the whole and the last period', async () => {
  const company = await givenCompany(api);
  const cards = [
    await givenCard(api, company.id),
    await givenCard(api, company.id, { partnerId: PARTNER.rn }),
    await givenCard(api, company.id, { partnerId: PARTNER.other }),
  ];
  const sale = fc.record({
    card: fc.constantFrom(...cards),
    sum: fc.integer({ min: 0, max: 9_999_999 }),
    litres: fc.integer({ min: 0, max: 50_000 }).map((hundredths) => hundredths / 100),
    at: fc.constantFrom(
      '2026-09-30T20:59:59Z',
      '2026-09-30T21:00:00Z',
      '2026-10-26T09:00:00Z',
      '2026-11-20T09:00:00Z',
    ),
    goods: fc.constantFrom('ДТ', 'АИ-95', ''),
    type: fc.constantFrom(...Object.values(OPERATION_TYPE)),
    status: fc.constantFrom(...Object.values(OPERATION_STATUS)),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(sale, { minLength: 1, maxLength: 12 }), async (sales) => {
      await givenSales(sales);
      const readTotal = async (days: string) =>
        kopecks(
          (await api.get(`/api/operations?${days}`, { token: company.admin.token })).body.meta.totals.sum,
        );
      const whole = await readTotal('dateFrom=2026-11-01&dateTo=2026-11-30');
      const before = await readTotal('dateFrom=2026-10-01&dateTo=2026-10-26');
      for (const by of SUMMARY_SIDES) {
        const { data, meta } = await summary(company, `by=${by}&${MONTH}`);
        const added = (of: (row: Record<string, never>) => number | null) =>
          data.reduce((sum: number, row: Record<string, never>) => sum + kopecks(of(row) ?? 0), 0);
        expect([added((row) => row.sum ?? 0), added((row) => row.previous_sum ?? 0)], by).toEqual([
          whole,
          before,
        ]);
        expect([kopecks(meta.totals.sum), kopecks(meta.totals.previous_sum)], by).toEqual([whole, before]);
        for (const row of data) {
          const inNetworks = row.networks.reduce(
            (sum: number, network: { sum: number }) => sum + kopecks(network.sum),
            0,
          );
          expect(inNetworks).toBe(kopecks(row.sum));
        }
      }
    }),
    { numRuns: 12 },
  );
});

function kopecks(rubles: number): number {
  return Math.round(rubles * 100);
}
