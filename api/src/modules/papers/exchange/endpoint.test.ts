import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { givenKey } from '../../../testing/givens/given-key.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';

let api: TestApi;
let company: GivenCompany;
let card: GivenCard;
let key: string;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  api.clock.setTo('2026-10-05T09:00:00Z');
  company = await givenCompany(api);
  card = await givenCard(api, company.id, { balanceKopecks: 1_000_000 });
  await sql`update card set comment = 'А123ВС 77' where id = ${card.id}`.execute(api.ctx.db.system);
  key = (await givenKey(api, company, ['operations:read'])).key;
  await givenSales(api, card, [
    { sum: 6_543_21, at: '2026-09-30T21:30:00Z', litres: 100.01, goods: 'ДТ', id: 'sale-1' },
    { sum: 333_33, at: '2026-10-02T20:59:59Z', litres: 5, goods: 'АИ-95', refund: true, id: 'back-1' },
    { sum: 100_00, at: '2026-10-02T21:00:00Z', litres: 1, goods: 'АИ-95', id: 'sale-2' },
  ]);
});

afterAll(() => api.stop());

/** Calls as 1C does, with a bare key and no headers of ours. */
const ask = (path: string, authorization = key) =>
  api.get(`/api/public-api/v2${path}`, { headers: authorization ? { authorization } : {} });
const transactions = (from: string, to: string, authorization = key) =>
  ask(`/transactions?dateFrom=${from}&dateTo=${to}&format=json`, authorization);

test('the endpoint answers 200 with a key or without, and refuses a wrong key at once', async () => {
  expect((await ask('')).status).toBe(200);
  expect((await ask('', '')).status).toBe(200);
  const wrong = await ask('', 'mg_live_wrong');
  expect([wrong.status, wrong.body]).toEqual([401, { error: expect.stringContaining('Ключ не найден') }]);
});

test('the check of the connection answers with a slash at the end of its address too', async () => {
  for (const path of ['', '/']) {
    const answer = await api.get(`/api/public-api/v2${path}`);
    expect([answer.status, answer.body]).toEqual([200, { status: 'ok', version: 2 }]);
  }
});

test('transactions have the fields that 1C expects, both days included, Moscow time', async () => {
  const answer = await transactions('2026-10-01', '2026-10-02');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(Object.keys(answer.body)).toEqual(['transactions']);
  const [sale, refund, ...more] = answer.body.transactions;
  expect(more).toEqual([]);
  expect(sale).toEqual({
    date: '2026-10-01T00:30:00',
    cardNum: card.number,
    TypeID: 1,
    amount: 100.01,
    sum: 6543.21,
    price: 65.43,
    serviceName: 'ДТ',
    posAddress: 'АЗС № 12, М-4 «Дон», 45-й км, Московская область',
    posNumber: expect.any(Number),
    posName: 'АЗС № 12',
    posBrand: expect.any(String),
    posTown: '',
    latitude: null,
    longitude: null,
    carNumber: 'А123ВС 77',
    currency: 'RUB',
    unitName: 'л',
    sumNds: 1179.92,
    discount: 0,
    idTrans: 'sale-1',
  });
  expect(Number.isInteger(sale.posNumber)).toBe(true);
  expect(refund).toMatchObject({ date: '2026-10-02T23:59:59', TypeID: 2, amount: 5, sum: 333.33 });
});

test('a transaction has its time’s plate or the comment, and a card has today’s', async () => {
  const { token } = company.admin;
  const other = await givenCard(api, company.id, { balanceKopecks: 1_000_000 });
  for (const [plate, since, until] of [
    ['А111АА77', '2026-10-03T00:00:00Z', '2026-10-04T00:00:00Z'],
    ['В222ВВ77', '2026-10-04T00:00:00Z', null],
  ]) {
    const { body } = await api.post('/api/vehicles', { token, json: { plate, card_ids: [other.id] } });
    await sql`
      update card_on_vehicle set since = ${since}, until = ${until}
      where card_id = ${other.id} and vehicle_id = ${body.data.id}`.execute(api.ctx.db.system);
  }
  await sql`update card set comment = 'Volvo' where id = ${other.id}`.execute(api.ctx.db.system);
  await givenSales(api, other, [
    { sum: 100_00, at: '2026-10-02T22:00:00Z', id: 'before' },
    { sum: 100_00, at: '2026-10-03T12:00:00Z', id: 'first' },
    { sum: 100_00, at: '2026-10-04T12:00:00Z', id: 'second' },
  ]);
  const sold = (await transactions('2026-10-03', '2026-10-04')).body.transactions;
  const cars = sold
    .filter(({ cardNum }: { cardNum: string }) => cardNum === other.number)
    .map(({ idTrans, carNumber }: { idTrans: string; carNumber: string }) => [idTrans, carNumber]);
  expect(cars).toEqual([
    ['before', 'Volvo'],
    ['first', 'А111АА77'],
    ['second', 'В222ВВ77'],
  ]);
  const { cards } = (await ask('/cards')).body;
  expect(cards.find(({ cardNum }: { cardNum: string }) => cardNum === other.number).carNumber).toBe(
    'В222ВВ77',
  );
});

test('a day without sales is an empty list', async () => {
  expect((await transactions('2026-09-01', '2026-09-02')).body).toEqual({ transactions: [] });
});

test('cards are listed with their trucks', async () => {
  expect((await ask('/cards')).body).toEqual({
    cards: expect.arrayContaining([
      { cardNum: card.number, carNumber: 'А123ВС 77', network: expect.any(String), status: 1 },
    ]),
  });
});

test.each(['/public-api/v1/transaction-list', '/api/public-api/v1/transaction-list'])(
  'the first version takes its token in the body: %s',
  async (path) => {
    const json = { token: key, dateFrom: '2026-10-01', dateTo: '2026-10-02', format: 'JSON' };
    const answer = await api.post(path, { json });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      'array-list': [
        expect.objectContaining({
          idTrans: 'sale-1',
          date: '2026-10-01T00:30:00',
          amount: 100.01,
          sum: 6543.21,
        }),
        expect.objectContaining({ idTrans: 'back-1', cardNum: card.number, amount: -5, sum: -333.33 }),
      ],
    });
    expect((await api.post(path, { json: { ...json, token: 'x' } })).status).toBe(401);
    expect((await api.post(path, { json: { token: key } })).status).toBe(400);
  },
);

test('a missing or revoked key is 401, one without the right 403, each with a sentence', async () => {
  const refused = await transactions('2026-10-01', '2026-10-02', '');
  expect([refused.status, Object.keys(refused.body)]).toEqual([401, ['error']]);
  const cardsOnly = await givenKey(api, company, ['cards:read']);
  const lacking = await transactions('2026-10-01', '2026-10-02', cardsOnly.key);
  expect([lacking.status, lacking.body.error]).toEqual([
    403,
    'У ключа нет права «читать операции»: создайте ключ с этим правом',
  ]);
  await api.delete(`/api/keys/${cardsOnly.id}`, { token: company.admin.token });
  expect((await transactions('2026-10-01', '2026-10-02', cardsOnly.key)).status).toBe(401);
});

test.each([
  ['', 'dateFrom'],
  ['dateFrom=01.10.2026&dateTo=2026-10-02', 'dateFrom'],
  ['dateFrom=2026-10-01&dateTo=2026-02-31', 'dateTo'],
  ['dateFrom=2026-10-03&dateTo=2026-10-02', 'позже'],
  ['dateFrom=2026-01-01&dateTo=2026-10-02', '92'],
  ['dateFrom=2026-10-01&dateTo=2026-10-02&format=xml', 'json'],
  ['dateFrom[]=1&dateTo=2026-10-02', 'dateFrom'],
])('malformed days are 400 with a sentence: %s', async (query, sentence) => {
  const answer = await ask(`/transactions?${query}`);
  expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(sentence)]);
});

test('another company’s key reads its own fuel alone', async () => {
  const other = await givenKey(api, await givenCompany(api), ['operations:read']);
  expect((await transactions('2026-10-01', '2026-10-02', other.key)).body.transactions).toEqual([]);
  expect((await ask('/cards', other.key)).body.cards).toEqual([]);
});

test('the company sees its program’s last call, and none before the first', async () => {
  await transactions('2026-10-01', '2026-10-02');
  const read = (token: string) => api.get('/api/exchange', { token });
  expect((await read(company.admin.token)).body.data.called).toEqual({
    at: api.clock.now().toISOString(),
    call: 'операции',
  });
  expect((await read((await givenCompany(api)).admin.token)).body.data).toEqual({ called: null });
});

test('the operator sets the types of a purchase and a refund for 1C', async () => {
  const env = { DOOR_SALE_TYPE: '1', DOOR_REFUND_TYPE: '0' };
  const other = await startApi({ jobs: false, env, databaseUrl: api.databaseUrl });
  try {
    other.clock.setTo('2026-10-05T09:00:00Z');
    const path = '/api/public-api/v2/transactions?dateFrom=2026-10-01&dateTo=2026-10-02';
    const { body } = await other.get(path, { headers: { authorization: `Bearer ${key}` } });
    expect(body.transactions.map((transaction: { TypeID: number }) => transaction.TypeID)).toEqual([1, 0]);
  } finally {
    await other.stop();
  }
});
