import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getOnlyRow, rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCard,
  givenCompany,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { compareCards } from '../../backoffice/reconciliation/compare-cards.ts';
import { lockMoney } from '../../money/ledger/lock-money.ts';
import { writeSaleAddress } from '../../programme/stations/write-sale-address.ts';
import { expireHolds } from '../authorisations/holds.ts';
import { bookEarlySettlements } from './settle-fuel.ts';

const KEY = 'network-2-asks-the-portal-0001';
const STATION = 'АЗС № 12, М-4 «Дон», 45-й км, Московская область';

let api: TestApi;
let company: GivenCompany;
let card: GivenCard;
let serial = 0;

beforeAll(async () => {
  const env = {
    NETWORK_2_INBOUND_KEY: KEY,
    NETWORK_1_INBOUND_KEY: 'network-1-asks-the-portal-0001',
    STAND_IN_LITRES: '50',
  };
  api = await startApi({ jobs: false, env });
});
afterAll(() => api.stop());
beforeEach(async () => {
  company = await givenCompany(api);
  card = await givenCard(api, company.id, { balanceKopecks: 10_000_00 });
});

function newId(): string {
  serial += 1;
  return `filling-${serial}`;
}

function ask(call: 'authorise' | 'settle' | 'release', json: object, key = KEY) {
  return api.post(`/api/network/v1/${call}`, { json, headers: { 'x-network-key': key } });
}

/** 100 litres for 6 000 rubles by default. */
async function authorise(requestId: string, more: object = {}) {
  const question = {
    card_number: card.number,
    station: STATION,
    goods: 301,
    litres: 100,
    sum: 6000,
    ...more,
  };
  return ask('authorise', { ...question, request_id: requestId });
}

async function authorised(more: object = {}): Promise<string> {
  const id = newId();
  const { status, body } = await authorise(id, more);
  expect({ status, approved: body.data?.approved }).toEqual({ status: 200, approved: true });
  return id;
}

async function balance(kind: string): Promise<number> {
  const { sum } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ sum: number }>`
      select coalesce(sum(balance_kopecks), 0)::float8 as sum from ledger_account
      where company_id = ${company.id} and kind = ${kind}`,
  );
  return sum / 100;
}

async function expectMoney(expected: { card: number; hold: number; network: number; debt?: number }) {
  const found = {
    card: await balance('card'),
    hold: await balance('hold'),
    network: await balance('network'),
    debt: await balance('debt'),
  };
  expect(found).toEqual({ debt: 0, ...expected });
  await expectBooksToAgree(api);
}

async function events(): Promise<string[]> {
  const found = await rows(
    api.ctx.db.system,
    sql<{ what: string }>`
      select what from audit_event where company_id = ${company.id} and what like 'fuel-%' order by id`,
  );
  return found.map(({ what }) => what);
}

test('a network puts money on hold, settles less, and the rest is free', async () => {
  const id = newId();
  const { body } = await authorise(id);
  expect(body.data).toEqual({
    approved: true,
    most_litres: 100,
    most_sum: 6000,
    hold_until: '2026-09-15T09:15:00.000Z',
  });
  await expectMoney({ card: 4000, hold: 6000, network: 0 });
  const { token } = company.admin;
  const client = (await api.get(`/api/client/${company.id}`, { token })).body.data;
  expect(client).toMatchObject({ held: 6000, ownFunds: 10_000 });

  const settled = await ask('settle', { request_id: id, litres: 80, sum: 4800 });
  expect(settled.body.data).toEqual({ state: 'settled', litres: 80, sum: 4800 });
  await expectMoney({ card: 5200, hold: 0, network: 4800 });
  expect(await events()).toEqual(['fuel-authorised', 'fuel-settled']);
  const operations = (await api.get('/api/operations', { token })).body.data;
  expect(operations).toHaveLength(1);
  expect(operations[0]).toMatchObject({ sum: 4800 });
});

test('the client’s statement shows no purchase while money is on hold', async () => {
  await authorised();
  const { token } = company.admin;
  const period = 'date_from=2026-09-15&date_to=2026-09-15';
  const whole = (await api.get(`/api/client/statement?${period}`, { token })).body.data;
  expect(whole.movements.map(({ sum }: { sum: number }) => sum)).toEqual([10_000]);
  expect(whole.closing).toBe(10_000);
  const ofCard = (await api.get(`/api/client/statement?${period}&card_id=${card.id}`, { token })).body.data;
  expect(ofCard.movements.map(({ description }: { description: string }) => description).join()).toContain(
    'Деньги на заправку отложены',
  );
});

test('the networks’ own balances of cards agree while money is on hold', async () => {
  await authorised();
  const { differences } = await compareCards(api.ctx, 'command');
  expect(JSON.stringify(differences)).not.toContain(card.number);
});

test('the same request gets the same answer, another one under its id is refused', async () => {
  const id = await authorised();
  const again = await authorise(id);
  expect(again.body.data).toMatchObject({ approved: true, most_litres: 100, most_sum: 6000 });
  await expectMoney({ card: 4000, hold: 6000, network: 0 });
  expect((await authorise(id, { litres: 50 })).status).toBe(409);
});

test('a call without a network’s key, or with another network’s, gets nothing', async () => {
  const id = await authorised();
  expect((await ask('settle', { request_id: id, litres: 1, sum: 60 }, 'wrong')).status).toBe(401);
  const noKey = await api.post('/api/network/v1/release', { json: { request_id: id } });
  expect(noKey.status).toBe(401);
  const other = 'network-1-asks-the-portal-0001';
  expect((await ask('release', { request_id: id }, other)).status).toBe(404);
  const { body } = await ask(
    'authorise',
    { card_number: card.number, station: STATION, goods: 301, request_id: newId() },
    other,
  );
  expect(body.data).toMatchObject({ approved: false, reason: 'Такой карты в программе нет' });
});

test('two pumps at once never pass the card’s limit together', async () => {
  const { token } = company.admin;
  const rules = [{ kind: 'litres_day', value: 150 }];
  expect((await api.put(`/api/card/${card.id}/rules`, { token, json: { rules } })).status).toBe(200);
  const answers = await Promise.all([1, 2, 3].map(() => authorise(newId(), { litres: 100, sum: 3000 })));
  const granted = answers.map(({ body }) => body.data.most_litres as number);
  expect(granted.toSorted((a, b) => a - b)).toEqual([0, 50, 100]);
  await expectMoney({ card: 5500, hold: 4500, network: 0 });
});

test('the money of a card is granted once, and what is less has a reason', async () => {
  await authorised();
  const { body } = await authorise(newId());
  expect(body.data).toMatchObject({
    approved: true,
    most_litres: 66.66,
    reason: expect.stringContaining('На карте'),
  });
  expect((await authorise(newId())).body.data).toMatchObject({ approved: false });
  const { token } = company.admin;
  const declines = (await api.get('/api/declines', { token })).body.data;
  expect(declines).toMatchObject([{ card_id: card.id, code: 'money' }]);
});

test('a release frees everything, and again changes nothing', async () => {
  const id = await authorised();
  expect((await ask('release', { request_id: id })).body.data).toEqual({ state: 'released' });
  expect((await ask('release', { request_id: id })).body.data).toEqual({ state: 'released' });
  await expectMoney({ card: 10_000, hold: 0, network: 0 });
  expect((await ask('release', { request_id: 'unknown' })).status).toBe(404);
});

test('a pump that is put back without fuel frees everything', async () => {
  const id = await authorised();
  expect((await ask('settle', { request_id: id, litres: 0, sum: 0 })).body.data).toMatchObject({
    state: 'released',
  });
  await expectMoney({ card: 10_000, hold: 0, network: 0 });
});

test('a hold ends after 15 minutes, and a later settlement is booked and recorded', async () => {
  const id = await authorised();
  api.clock.advanceSeconds(15 * 60);
  await expireHolds(api.ctx);
  await expectMoney({ card: 10_000, hold: 0, network: 0 });
  expect((await ask('settle', { request_id: id, litres: 100, sum: 6000 })).body.data.state).toBe('settled');
  await expectMoney({ card: 4000, hold: 0, network: 6000 });
  expect(await events()).toEqual(['fuel-authorised', 'fuel-hold-expired', 'fuel-sold-without-authorisation']);
});

test('the next question frees what is overdue', async () => {
  await authorised();
  api.clock.advanceSeconds(15 * 60);
  await authorised();
  await expectMoney({ card: 4000, hold: 6000, network: 0 });
});

test('a settlement twice is booked once, and other figures are refused', async () => {
  const id = await authorised();
  const settle = (litres: number, sum: number) => ask('settle', { request_id: id, litres, sum });
  expect((await settle(100, 6000)).status).toBe(200);
  expect((await settle(100, 6000)).status).toBe(200);
  expect((await settle(90, 5400)).status).toBe(409);
  expect((await ask('release', { request_id: id })).status).toBe(409);
  await expectMoney({ card: 4000, hold: 0, network: 6000 });
});

test('more than was allowed is booked in full and recorded', async () => {
  const id = await authorised();
  expect((await ask('settle', { request_id: id, litres: 120, sum: 7200 })).status).toBe(200);
  await expectMoney({ card: 2800, hold: 0, network: 7200 });
  expect(await events()).toContain('fuel-sold-over-authorisation');
});

test('the feed brings the same sale later, or first, and it is booked once', async () => {
  const at = api.clock.now().toISOString();
  const later = await authorised({ litres: 50, sum: 3000 });
  await ask('settle', { request_id: later, litres: 50, sum: 3000 });
  const first = await authorised({ litres: 50, sum: 3000 });
  await givenSales(
    api,
    card,
    [later, first].map((id) => ({ id, sum: 3000_00, litres: 50, at })),
  );
  await ask('settle', { request_id: first, litres: 50, sum: 3000 });
  await expectMoney({ card: 4000, hold: 0, network: 6000 });
});

test('a settlement before its authorisation waits for it and is booked once', async () => {
  const id = newId();
  const early = await ask('settle', { request_id: id, litres: 50, sum: 3000 });
  expect(early.body.data.state).toBe('waiting');
  expect((await authorise(id)).body.data).toMatchObject({ approved: true, most_litres: 50, most_sum: 3000 });
  await expectMoney({ card: 7000, hold: 0, network: 3000 });
  await bookEarlySettlements(api.ctx);
  await expectMoney({ card: 7000, hold: 0, network: 3000 });
});

test('a settlement without an authorisation is booked as a sale when it names its card', async () => {
  const about = { card_number: card.number, station: STATION, goods: 301 };
  const json = { ...about, request_id: newId(), litres: 50, sum: 3000 };
  expect((await ask('settle', json)).body.data.state).toBe('settled');
  await expectMoney({ card: 7000, hold: 0, network: 3000 });
});

test('an untold quantity is granted up to the money, and litres need their sum', async () => {
  const { body } = await authorise(newId(), { litres: undefined, sum: 1200 });
  expect(body.data).toMatchObject({ approved: true, most_sum: 1200 });
  expect((await ask('settle', { request_id: newId(), litres: 10, sum: 0 })).status).toBe(400);
});

test('a blocked card, a blocked company and goods that were not chosen are declined', async () => {
  const { system } = api.ctx.db;
  expect((await authorise(newId(), { goods: 900 })).body.data).toMatchObject({ approved: false });
  await sql`update card set status_id = 2 where id = ${card.id}`.execute(system);
  expect((await authorise(newId())).body.data.reason).toBe('Карта заблокирована: разблокируйте её.');
  await expectMoney({ card: 10_000, hold: 0, network: 0 });
});

test('a network may sell without an answer to companies without debt alone', async () => {
  const read = async () =>
    (await api.get('/api/network/v1/stand-in', { headers: { 'x-network-key': KEY } })).body.data;
  expect(await read()).toMatchObject({
    litres: 50,
    cards: expect.arrayContaining([card.number]),
    next: null,
  });
  await givenSales(api, card, [{ sum: 20_000_00, at: api.clock.now().toISOString() }]);
  expect((await read()).cards).not.toContain(card.number);
});

test('pumps of a company whose money is locked stop no other company', async () => {
  const other = await givenCompany(api);
  const otherCard = await givenCard(api, other.id, { balanceKopecks: 10_000_00 });
  const crowd = await api.ctx.db.inSystem(async (tx) => {
    await lockMoney(tx, [company.id]);
    const waiting = Array.from({ length: 40 }, () => authorise(newId(), { litres: 1, sum: 60 }));
    // More of them than there are connections: without a line for each company none would be left.
    const { body } = await authorise(newId(), { card_number: otherCard.number });
    expect(body.data).toMatchObject({ approved: true });
    return waiting;
  });
  const answers = await Promise.all(crowd);
  expect([...new Set(answers.map(({ status }) => status))].filter((status) => status !== 503)).toEqual([200]);
});

test('a station of a question is found by an index', async () => {
  const plan = await api.ctx.db.inSystem(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    return rows(
      tx,
      sql<{
        'QUERY PLAN': string;
      }>`explain select id from station where ${writeSaleAddress()} = any(${[STATION]}::text[])`,
    );
  });
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('station_sale_address');
});
