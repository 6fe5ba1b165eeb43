import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../testing/givens/close-month.ts';
import { givenCard, givenCompany, givenStaff, type GivenCompany } from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { givenTariff } from '../../../testing/givens/given-tariff.ts';
import { readPdfText } from '../../../testing/read-pdf-text.ts';
import { readXlsx } from '../../../testing/read-xlsx.ts';

/** Two washings, one of which is given back, beside fifty litres of diesel. */
let api: TestApi;
let company: GivenCompany;

const MONTH = 'dateFrom=2026-08-01&dateTo=2026-08-31';

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  const staff = await givenStaff(api);
  company = await givenCompany(api);
  const card = await givenCard(api, company.id, { balanceKopecks: 100_000_00 });
  api.clock.setTo('2026-08-01T09:00:00+03:00');
  await givenTariff(api, staff, { company_id: company.id, rate: 1, unit: 'litre' });
  await sql`update company set client_since = '2026-01-01' where id = ${company.id}`.execute(
    api.ctx.db.system,
  );
  api.clock.setTo('2026-08-20T12:00:00+03:00');
  const washing = { sum: 1450_00, litres: 1, goods: 'Мойка грузовая' };
  await givenSales(api, card, [
    { sum: 3500_00, litres: 50, goods: 'ДТ', at: '2026-08-10T09:00:00Z' },
    { ...washing, at: '2026-08-11T09:00:00Z' },
    { ...washing, at: '2026-08-12T09:00:00Z' },
    { ...washing, refund: true, at: '2026-08-13T09:00:00Z' },
  ]);
  expect((await closeMonth(api, staff, '2026-08', OVERRIDE_ALL)).status).toBe(200);
});
afterAll(() => api?.stop());

const get = (path: string) => api.get(path, { token: company.admin.token });

test('a washing has a count of pieces and no litres in the list and its totals', async () => {
  const { data, meta } = (await get(`/api/operations?${MONTH}`)).body;
  const sold = data.flatMap(({ purchase }: { purchase: { unit: string; unit_cnt: number } | null }) =>
    purchase ? [[purchase.unit, purchase.unit_cnt]] : [],
  );
  expect(sold).toEqual([
    ['pieces', 1],
    ['pieces', 1],
    ['pieces', 1],
    ['litres', 50],
  ]);
  expect(meta.totals.litres).toBe(50);
  const byCard = (await get(`/api/operations?${MONTH}&cardId=${data[0].card.id}`)).body;
  expect(byCard.meta.totals.litres).toBe(50);
  const sorted = (await get(`/api/operations?${MONTH}&typeId=11&sort=-litres`)).body.data;
  expect(sorted[0].purchase.unit).toBe('litres');
});

test('no summary counts a washing in litres', async () => {
  for (const by of ['goods', 'card', 'month', 'station']) {
    const { meta, data } = (await get(`/api/operations/summary?by=${by}&${MONTH}`)).body;
    expect([by, meta.totals.litres]).toEqual([by, 50]);
    expect(data.reduce((sum: number, row: { litres: number }) => sum + row.litres, 0)).toBe(50);
  }
});

test('the report’s files name pieces and leave the litres of a washing empty', async () => {
  const period = 'date_from=2026-08-01&date_to=2026-08-31';
  const csv = (await get(`/api/operations/getReport?${period}`)).bytes.toString();
  expect(csv).toContain(';Мойка грузовая, 1 шт;;');
  expect(csv).toContain(';ДТ;50,00;');
  const sheet = readXlsx((await get(`/api/operations/report.xlsx?${period}`)).bytes);
  expect(JSON.stringify(sheet)).toContain('Мойка грузовая, 1\u00a0шт');
});

test('a tariff by the litre leaves the price of a washing alone', async () => {
  const { data } = (await get(`/api/operations?${MONTH}&typeId=11`)).body;
  const changes = data.map(({ price }: { price?: { discount: number; surcharge: number } }) =>
    price ? price.discount + price.surcharge : 0,
  );
  expect(changes).toEqual([0, 0, 50]);
});

test('documents of the month count a washing in pieces', async () => {
  const { data } = (await get('/api/doc')).body;
  const text = async (title: string) => {
    const found = data['2026-08'].find((row: { title: string }) => row.title.startsWith(title));
    const { bytes } = await get(`/api/doc/${found.id}/download`);
    return readPdfText(bytes).replaceAll(/\s+/g, ' ');
  };
  expect(await text('УПД')).toMatch(/796 шт 1/);
  const register = await text('Реестр');
  expect(register).toContain('1 шт');
  expect(register).toMatch(/Всего по 50,00/);
  const found = data['2026-08'].find((row: { title: string }) => row.title.startsWith('Реестр'));
  expect((await get(`/api/doc/${found.id}/register`)).bytes.toString()).toContain(
    'Мойка грузовая, 1\u00a0шт',
  );
  const exchange = await get('/api/exchange/enterprise-data?from=2026-08-01&to=2026-08-31');
  expect(exchange.bytes.toString()).toContain('<Код>796</Код>');
});

test('the statement names the pieces of a washing', async () => {
  const { bytes } = await get('/api/client/statement.pdf?date_from=2026-08-01&date_to=2026-08-31');
  expect(readPdfText(bytes).replaceAll(/\s+/g, ' ')).toContain('Мойка грузовая, 1 шт');
});

test('an operation has litres or pieces, and never both', async () => {
  const { system } = api.ctx.db;
  const found = await rows(
    system,
    sql<{ id: number }>`select id from operation where centipieces is not null`,
  );
  expect(found).toHaveLength(3);
  const both = sql`update operation set centilitres = 100 where id = ${found[0]?.id}`.execute(system);
  await expect(both).rejects.toThrow('operation_one_unit');
});
