import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATION_STATUS, OPERATION_TYPE, PARTNER } from '#contract/ids.ts';
import { MAX_SUMMARY_ROWS } from '#contract/limits.ts';
import { SUMMARY_SIDES } from '#contract/fuel/spending.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';

let api: TestApi;
/** Company whose year has every case that a summary must distinguish or leave out. */
let company: GivenCompany;
let gpn: GivenCard;
let rn: GivenCard;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api);
  gpn = await givenCard(api, company.id);
  rn = await givenCard(api, company.id, { partnerId: PARTNER.rn });
  await givenSale(gpn, { sum: 3000_01, litres: 50, at: '2026-08-31T20:59:59Z' }); // August in Moscow
  await givenSale(gpn, { sum: 1000_02, litres: 20, at: '2026-08-31T21:00:00Z' }); // September
  await givenSale(gpn, { sum: 500_01, litres: 10, type: OPERATION_TYPE.refund, at: '2026-09-02T09:00:00Z' });
  await givenSale(rn, {
    sum: 7000_00,
    litres: 100,
    at: '2026-09-03T09:00:00Z',
    goods: 'АИ-92',
    address: 'М-4, 120-й км',
  });
  await givenSale(rn, {
    sum: 9999_99,
    litres: 150,
    status: OPERATION_STATUS.failed,
    at: '2026-09-03T10:00:00Z',
  });
  await givenSale(rn, { sum: 5000_00, litres: 0, type: OPERATION_TYPE.topUp, at: '2026-09-04T10:00:00Z' });
});

afterAll(() => api?.stop());

let serial = 0;

async function givenSale(
  card: GivenCard,
  about: {
    sum: number;
    litres: number;
    at: string;
    type?: number;
    status?: number;
    goods?: string;
    address?: string;
  },
): Promise<void> {
  serial += 1;
  await sql`
    insert into operation (company_id, card_id, partner_id, type_id, status_id, sum_kopecks, external_id, goods_id, goods_title,
      centilitres, unit_price_kopecks, address, sold_at, created_at)
    select company_id, id, partner_id, ${about.type ?? OPERATION_TYPE.purchase}, ${about.status ?? OPERATION_STATUS.done},
      ${about.sum}, ${`S-${serial}`}, 301, ${about.goods ?? 'ДТ'}, ${about.litres * 100}, 5000, ${about.address ?? 'Химки, 15'},
      ${about.at}::timestamptz, ${about.at}::timestamptz
    from card where id = ${card.id}`.execute(api.ctx.db.system);
}

function summary(query = '', token = company.admin.token) {
  return api.get(`/api/operations/summary${query}`, { token });
}

/** Rows as title, count, sum, litres and price. */
async function rowsBy(by: string, more = ''): Promise<unknown[][]> {
  const { body } = await summary(`?by=${by}${more}`);
  return body.data.map((row: Record<string, unknown>) => [
    row.title,
    row.count,
    row.sum,
    row.litres,
    row.average_price,
  ]);
}

describe('access and input checks of the summary', () => {
  test.each(['/api/operations/summary', '/api/operations/summary.csv', '/api/operations/summary.xlsx'])(
    '%s needs a session',
    async (path) => {
      expect((await api.get(path)).status).toBe(401);
      const noRole = await givenPerson(api, { companyId: company.id, role: 'none' });
      expect((await api.get(path, { token: noRole.token })).status).toBe(403);
      const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
      expect((await api.get(path, { token: specialist.token })).status).toBe(200);
    },
  );

  test('another company sees nothing of ours, and our card is none of its', async () => {
    const other = await givenCompany(api);
    for (const by of SUMMARY_SIDES) {
      const { body } = await summary(`?by=${by}`, other.admin.token);
      expect([body.data, body.meta.totals.sum]).toEqual([[], 0]);
    }
    expect((await summary(`?cardId=${gpn.id}`, other.admin.token)).status).toBe(404);
  });

  test.each([
    ['by=colour', 'by'],
    ['cardId=x', 'cardId'],
    ['drivers=3;7', 'drivers'],
    ['dateFrom=2026-02-30', 'dateFrom'],
    ['dateFrom=2026-09-02&dateTo=2026-09-01', 'dateFrom'],
  ])('%s is refused on %s', async (query, field) => {
    const answer = await summary(`?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages?.[field]?.[0]).toMatch(/[а-я]/i);
  });
});

describe('§2.74 the summary', () => {
  test('months are of Moscow and in order, less refunds and without failures', async () => {
    expect(await rowsBy('month')).toEqual([
      ['2026-08', 1, 3000.01, 50, 60],
      ['2026-09', 3, 7500.01, 110, 68.18],
    ]);
  });

  test('groups by card, goods, station and network are sorted by size', async () => {
    expect(await rowsBy('card')).toEqual([
      [rn.number, 1, 7000, 100, 70],
      [gpn.number, 3, 3500.02, 60, 58.33],
    ]);
    expect(await rowsBy('goods')).toEqual([
      ['АИ-92', 1, 7000, 100, 70],
      ['ДТ', 3, 3500.02, 60, 58.33],
    ]);
    expect((await rowsBy('station')).map(([title]) => title)).toEqual(['М-4, 120-й км', 'Химки, 15']);
    expect((await rowsBy('network')).map(([, count]) => count)).toEqual([1, 3]);
  });

  test('people who share a card share a row, so that no fuel is counted twice', async () => {
    const people = [];
    for (const [surname, name] of [
      ['Волков', 'Пётр'],
      ['Ёлкин', 'Иван'],
    ]) {
      const { body } = await api.post('/api/drivers', {
        token: company.admin.token,
        json: { name, surname },
      });
      people.push(body.data.id);
    }
    for (const driver of people) {
      const set = await api.post(`/api/card/${gpn.id}/driver/${driver}/set`, { token: company.admin.token });
      expect(set.status).toBe(200);
    }
    await sql`update driver_on_card set since = '2000-01-01' where card_id = ${gpn.id}`.execute(
      api.ctx.db.system,
    );
    const { body } = await summary('?by=driver');
    expect(
      body.data.map((row: { key: string; title: string; sum: number }) => [row.key, row.title, row.sum]),
    ).toEqual([
      ['', '', 7000],
      [people.join(','), 'Волков П., Ёлкин И.', 3500.02],
    ]);
  });

  test('the average price counts only what remains of both money and fuel after refunds', async () => {
    const other = await givenCompany(api);
    const card = await givenCard(api, other.id);
    await givenSale(card, {
      sum: 100_00,
      litres: 2,
      type: OPERATION_TYPE.refund,
      at: '2026-09-02T09:00:00Z',
    });
    const { body } = await summary('?by=card', other.admin.token);
    expect(body.data[0]).toMatchObject({ count: 1, sum: -100, litres: -2, average_price: null });
  });

  test('rows and totals of any grouping and filter equal the list’s totals to the kopeck', async () => {
    const filters = [
      '',
      `&cardId=${gpn.id}`,
      '&dateFrom=2026-09-01',
      '&dateTo=2026-08-31',
      '&dateFrom=2026-09-01&dateTo=2026-09-02',
    ];
    for (const filter of filters) {
      const list = await api.get(`/api/operations?page=1${filter}`, { token: company.admin.token });
      for (const by of SUMMARY_SIDES) {
        const { body } = await summary(`?by=${by}${filter}`);
        const { count, sum, litres } = body.meta.totals;
        expect({ sum, litres }, `${by} ${filter}`).toEqual(list.body.meta.totals);
        const added = (name: string): number =>
          body.data.reduce(
            (total: number, row: Record<string, number>) => total + Math.round((row[name] ?? 0) * 100),
            0,
          ) / 100;
        expect([added('count'), added('sum'), added('litres')]).toEqual([count, sum, litres]);
      }
    }
  });

  test('a long summary: the rest is one row, and the totals still include everything', async () => {
    const large = await givenCompany(api);
    const card = await givenCard(api, large.id);
    await sql`
      insert into operation (company_id, card_id, partner_id, type_id, status_id, sum_kopecks, centilitres, address, created_at)
      select ${large.id}, ${card.id}, ${card.partnerId}, 11, 1, number, 100, 'АЗС ' || number, '2026-09-10T09:00:00Z'
      from generate_series(1, ${MAX_SUMMARY_ROWS + 10}::int) number`.execute(api.ctx.db.system);
    const { body } = await summary('?by=station', large.admin.token);
    expect(body.data).toHaveLength(MAX_SUMMARY_ROWS);
    expect(body.meta.rows).toBe(MAX_SUMMARY_ROWS + 10);
    expect(body.data.at(-1)).toMatchObject({ key: null, count: 11, sum: 0.66 });
    expect(body.meta.totals.count).toBe(MAX_SUMMARY_ROWS + 10);
    const csv = await api.get('/api/operations/summary.csv?by=station', { token: large.admin.token });
    expect(csv.bytes.toString('utf8').split('\r\n')).toHaveLength(MAX_SUMMARY_ROWS + 10 + 3);
  });
});

test('the file opens in a Russian spreadsheet, and no station’s name runs as a formula', async () => {
  const other = await givenCompany(api);
  const card = await givenCard(api, other.id);
  await givenSale(card, { sum: 1234_50, litres: 20.5, at: '2026-09-02T09:00:00Z', address: '=1+1' });
  const answer = await api.get('/api/operations/summary.csv?by=station', { token: other.admin.token });
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.bytes.toString('utf8')).toBe(
    `\uFEFFАЗС;Операций;Литры;Средняя цена;Сумма;Доля, %;Прошлый период;Разница;Карт;Литров на карту;К средней цене сети\r\n` +
      `"'=1+1";1;20,50;60,22;1234,50;100,0;;;1;20,50;0,00\r\n` +
      `Итого;1;20,50;60,22;1234,50;100,0;;;1;20,50;\r\n`,
  );
});
