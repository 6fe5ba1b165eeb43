import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REQUIRED } from '#contract/fields.ts';
import { OPERATION_TYPE } from '#contract/ids.ts';
import { MAX_FOUND_PER_KIND, SEARCH_MAX } from '#contract/insights/search.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { givenDocument } from '../../../testing/givens/given-document.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api?.stop());

const NOTHING = { operations: [], invoices: [], documents: [] };

async function givenCompanyWithCard(): Promise<{ company: GivenCompany; card: GivenCard }> {
  const company = await givenCompany(api);
  return { company, card: await givenCard(api, company.id, { balanceKopecks: 1_000_000_00 }) };
}

function ask(q: string, token: string) {
  return api.get(`/api/search?q=${encodeURIComponent(q)}`, { token });
}

async function search(q: string, { admin }: GivenCompany) {
  const { status, body } = await ask(q, admin.token);
  expect(status, q).toBe(200);
  return body.data;
}

async function sumsFound(q: string, company: GivenCompany): Promise<number[]> {
  return (await search(q, company)).operations.map(({ sum }: { sum: number }) => sum);
}

describe('operations', () => {
  test('an operation is found by its sum, whole rubles finding any kopecks', async () => {
    const { company, card } = await givenCompanyWithCard();
    await givenSales(api, card, [
      { sum: 5330_94, at: '2026-09-10T09:00:00Z' },
      { sum: 5330_00, at: '2026-09-11T09:00:00Z' },
      { sum: 5331_00, at: '2026-09-11T10:00:00Z' },
    ]);
    for (const q of ['5330,94', '5330.94', '5 330,94 ₽', '−5\u00a0330,94'])
      expect(await sumsFound(q, company), q).toEqual([5330.94]);
    expect(await sumsFound('5330', company)).toEqual([5330, 5330.94]);
    expect(await sumsFound('5330,9', company)).toEqual([5330.94]);
    expect(await sumsFound('5330 сентября 2026', company)).toEqual([5330, 5330.94]);
    expect(await sumsFound('5330 август 2026', company)).toEqual([]);
    const [found] = (await search('5330,94', company)).operations;
    expect(found).toMatchObject({
      card: { id: card.id, card_number: card.number },
      type: { id: OPERATION_TYPE.purchase, title: 'Покупка топлива' },
      goods: 'ДТ',
      day: '2026-09-10',
      status: { id: 1 },
    });
  });

  test('a day is of Moscow, and other terms narrow it: a sum, a card, a title', async () => {
    const { company, card } = await givenCompanyWithCard();
    const other = await givenCard(api, company.id, { balanceKopecks: 1_000_000_00 });
    await givenSales(api, card, [
      { sum: 100_00, at: '2026-09-09T20:59:59Z' },
      { sum: 200_00, at: '2026-09-09T21:00:00Z' },
      { sum: 300_00, at: '2026-09-10T20:59:59Z', goods: 'АИ-95' },
      { sum: 400_00, at: '2026-09-10T21:00:00Z' },
    ]);
    await givenSales(api, other, [{ sum: 250_00, at: '2026-09-10T12:00:00Z' }]);
    for (const q of ['10.09.2026', '10.9.26', '2026-09-10', '10 сентября 2026'])
      expect(await sumsFound(q, company), q).toEqual([300, 250, 200]);
    expect(await sumsFound('10.09.2026 250', company)).toEqual([250]);
    expect(await sumsFound(`10.09.2026 ${other.number.slice(-6)}`, company)).toEqual([250]);
    const spaced = other.number.replace(/(\d{4})(?=\d)/g, '$1 ');
    expect(await sumsFound(`${spaced} 10.09.2026`, company)).toEqual([250]);
    expect(await sumsFound('10.09.2026 аи-95', company)).toEqual([300]);
    expect(await sumsFound('10.09.2026 дон', company)).toEqual([300, 250, 200]);
    expect(await sumsFound('10.09.2026 рейс', company)).toEqual([]);
  });

  test('a day without a year is the last one there was', async () => {
    const { company, card } = await givenCompanyWithCard();
    await givenSales(api, card, [{ sum: 700_00, at: api.clock.now().toISOString() }]);
    const [, month, day] = api.clock.now().toISOString().slice(0, 10).split('-');
    expect(await sumsFound(`${day}.${month}`, company)).toEqual([700]);
    expect(await sumsFound('сегодня', company)).toEqual([700]);
    expect(await sumsFound('вчера', company)).toEqual([]);
  });

  test('text alone, and several sums without a day, find no operation', async () => {
    const { company, card } = await givenCompanyWithCard();
    await givenSales(api, card, [{ sum: 600_00, at: '2026-09-10T09:00:00Z' }]);
    for (const q of ['дт', 'дт 600', '600 601']) expect(await search(q, company), q).toEqual(NOTHING);
  });

  test(`of each kind the newest ${MAX_FOUND_PER_KIND} are found`, async () => {
    const { company, card } = await givenCompanyWithCard();
    const sales = Array.from({ length: MAX_FOUND_PER_KIND + 2 }, (_, at) => ({
      sum: 900_00 + at,
      at: `2026-09-10T0${at}:00:00Z`,
    }));
    await givenSales(api, card, sales);
    const newest = sales.map(({ sum }) => sum / 100).reverse();
    expect(await sumsFound('900', company)).toEqual(newest.slice(0, MAX_FOUND_PER_KIND));
    expect(await sumsFound('10.09.2026', company)).toEqual(newest.slice(0, MAX_FOUND_PER_KIND));
  });
});

test('an invoice is found by number, sum and day, with its page of the list', async () => {
  const company = await givenCompany(api);
  await api.get('/api/client/bill?sum=210', company.admin);
  await sql`
    insert into invoice (company_id, sum_kopecks, issued_on, due_on, created_at)
    select company_id, 100000 + at, issued_on, due_on, created_at from invoice, generate_series(1, 20) at
    where company_id = ${company.id}`.execute(api.ctx.db.system);
  const { data } = (await api.get('/api/invoices?perPage=500', company.admin)).body;
  const oldest = data.at(-1);
  const expected = {
    id: oldest.id,
    number: oldest.number,
    sum: 210,
    date: oldest.date.date,
    status_id: 'waiting',
    status: 'Ожидает оплаты',
    page: 2,
  };
  const { number } = oldest;
  for (const q of [
    number,
    `счёт № ${number.toLowerCase()}`,
    number.slice(2),
    `${number} 210`,
    '210,00',
    '210 ₽',
  ])
    expect((await search(q, company)).invoices, q).toContainEqual(expected);
  for (const q of ['упд 210', `${number}5 210`, 'м-x'])
    expect((await search(q, company)).invoices, q).toEqual([]);
  const [, month, day] = oldest.date.date.split('-');
  const ofDay = (await search(`счет ${day}.${month}`, company)).invoices;
  expect(ofDay).toHaveLength(MAX_FOUND_PER_KIND);
  expect(ofDay[0]).toMatchObject({ id: data[0].id, page: 1 });
});

test('a document is found by its title, number, network and month', async () => {
  const company = await givenCompany(api);
  const staff = await givenStaff(api);
  const publish = (title: string, month: string, partnerId: number) =>
    givenDocument(api, staff, company, { title, month, partnerId });
  const upd = await publish('УПД № 417 за август 2026 года', '2026-08', 2);
  const statement = await publish('Акт сверки № 12 за июль 2026 года', '2026-07', 1);
  const listIds = async (q: string) =>
    (await search(q, company)).documents.map(({ id }: { id: number }) => id);
  expect(await listIds('упд')).toEqual([upd]);
  expect(await listIds('417')).toEqual([upd]);
  expect(await listIds('акт сверки')).toEqual([statement]);
  expect(await listIds('УПД август')).toEqual([upd]);
  expect(await listIds('июль 2026')).toEqual([statement]);
  expect(await listIds('июль 2025')).toEqual([]);
  expect(await listIds('документы')).toEqual([]);
  expect(await listIds('документ')).toEqual([upd, statement]);
  const { partner_title: network } = (await search('417', company)).documents[0];
  expect(await listIds(network.toUpperCase())).toEqual([upd]);
});

describe('access to search', () => {
  test('no search finds anything of another company', async () => {
    const { company, card } = await givenCompanyWithCard();
    await givenSales(api, card, [{ sum: 4321_98, at: '2026-09-12T09:00:00Z' }]);
    await api.get('/api/client/bill?sum=4321.98', company.admin);
    await givenDocument(api, await givenStaff(api), company, { title: 'УПД № 98765' });
    const queries = ['4321,98', '12.09.2026', '98765', 'упд', 'счет', `12.09.2026 ${card.number}`];
    const found = await search('4321,98', company);
    expect([found.operations, found.invoices].map((list) => list.length)).toEqual([1, 1]);
    const outsider = await givenCompany(api);
    for (const q of queries) expect(await search(q, outsider), q).toEqual(NOTHING);
  });

  test('every role of a company finds what its lists show, and no one else searches', async () => {
    const { company, card } = await givenCompanyWithCard();
    await givenSales(api, card, [{ sum: 1234_56, at: '2026-09-12T09:00:00Z' }]);
    expect((await api.get('/api/search?q=1234,56')).status).toBe(401);
    expect((await ask('1234,56', (await givenPerson(api)).token)).status).toBe(403);
    for (const [role, status] of [
      ['none', 403],
      ['specialist', 200],
      ['manager', 200],
    ] as const) {
      const { token } = await givenPerson(api, { companyId: company.id, role });
      const answer = await ask('1234,56', token);
      expect(answer.status, role).toBe(status);
      if (status === 200) expect(answer.body.data.operations).toHaveLength(1);
    }
  });
});

test.each([
  ['', 'Необходимо заполнить это поле'],
  ['?q=', 'Необходимо заполнить это поле'],
  ['?q=%20', 'Необходимо заполнить это поле'],
  [`?q=${'1'.repeat(SEARCH_MAX + 1)}`, 'Не больше 100 символов'],
  ['?q=a&q=b', 'Ожидается текст'],
  ['?q=%00', 'Недопустимый символ'],
])('a search that cannot be read is refused in Russian: «%s»', async (query, message) => {
  const { admin } = await givenCompany(api);
  const { status, body } = await api.get(`/api/search${query}`, admin);
  expect(status).toBe(400);
  expect(body.error_messages?.q).toEqual([message]);
});

test('nothing that can be typed makes the server fail', async () => {
  const company = await givenCompany(api);
  const { token } = company.admin;
  const signs = `'; drop table operation; -- | % | _ | \\ | %%% | 🚚 | ² | ٣ | ٣.٤ | ½ | - | …`;
  const days =
    '99.99.9999 | 31.02.2026 | 0000-00-00 | 9999-12-31 | 31.12.9999 | 00.0000 | 13.2026 | 29 февраля 2025';
  const sums = '0 | 0,00 | 99999999999 | 99999999999,99 | 999999999999 | 100 000 000 000 | 1.1.1.1.1';
  const long = ['1', '9', 'я', '1 ', '%'].map((sign) => sign.repeat(SEARCH_MAX / sign.length));
  for (const q of [...[signs, days, sums].flatMap((list) => list.split(' | ')), ...long]) {
    expect((await ask(q, token)).status, q).toBe(200);
  }
  // An invisible character counts as empty.
  expect((await ask('\u202e', token)).body).toMatchObject({ code: 400, message: REQUIRED });
});
