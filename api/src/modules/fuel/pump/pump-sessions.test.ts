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
import { prepareStations } from '../../programme/stations/prepare-stations.ts';
import { writeSaleAddress } from '../../programme/stations/write-sale-address.ts';
import { expireHolds } from '../authorisations/holds.ts';

const KEY = 'network-2-asks-the-portal-0001';
const KEY_1 = 'network-1-asks-the-portal-0001';

let api: TestApi;
let company: GivenCompany;
let card: GivenCard;
let serial = 0;
let station = '';

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { NETWORK_2_INBOUND_KEY: KEY, NETWORK_1_INBOUND_KEY: KEY_1 } });
  await prepareStations(api.ctx);
});
afterAll(() => api.stop());
beforeEach(async () => {
  company = await givenCompany(api);
  card = await givenCard(api, company.id, { balanceKopecks: 10_000_00 });
  // A station that no test before has guessed at.
  serial += 1;
  station = `АЗС № ${serial}, М-4 «Дон»`;
});

async function offer(json: object = {}) {
  return api.post(`/api/card/${card.id}/pump-sessions`, { token: company.admin.token, json });
}

/** 40 litres for 2 400 rubles. */
async function offered(json: object = {}): Promise<{ id: number; code: string }> {
  const { status, body } = await offer({ how: 'code', goods_id: 301, litres: 40, ...json });
  expect({ status, message: body.message }).toMatchObject({ status: 200 });
  return body.data;
}

function ask(call: string, json: object, key = KEY) {
  return api.post(`/api/network/v1/${call}`, { json, headers: { 'x-network-key': key } });
}

async function show(code: string, more: object = {}, key = KEY) {
  serial += 1;
  const id = `shown-${serial}`;
  const json = { code, station, goods: 301, litres: 40, sum: 2400, request_id: id, ...more };
  return { id, ...(await ask('authorise', json, key)).body.data };
}

async function read(id: number) {
  return (await api.get(`/api/pump-sessions/${id}`, { token: company.admin.token })).body.data;
}

test('a filling goes from its code to its sale, and each state has its time', async () => {
  const { id, code } = await offered();
  expect(code).toMatch(/^\d{8}$/);
  expect(await read(id)).toMatchObject({ state: 'offered', code, most_litres: 40, authorised_at: null });
  api.clock.advanceSeconds(60);
  const answer = await show(`${code.slice(0, 4)} ${code.slice(4)}`);
  expect(answer).toMatchObject({ approved: true, most_litres: 40, most_sum: 2400 });
  expect(await read(id)).toMatchObject({ state: 'authorised' });
  expect((await read(id)).code).toBeUndefined();
  await ask('progress', { request_id: answer.id, litres: 15 });
  expect(await read(id)).toMatchObject({ state: 'fuelling', filled_litres: 15 });
  await ask('settle', { request_id: answer.id, litres: 38, sum: 2280 });
  const last = await read(id);
  expect(last).toMatchObject({ state: 'settled', filled_litres: 38, reason: null });
  expect([last.offered_at, last.authorised_at, last.fuelling_at, last.ended_at]).not.toContain(null);
  await expectBooksToAgree(api);
});

test('a card has one open code, and the next one after it was cancelled', async () => {
  const { id, code } = await offered();
  expect((await offer()).status).toBe(409);
  const { token } = company.admin;
  const cancelled = await api.post(`/api/pump-sessions/${id}/cancel`, { token, json: {} });
  expect(cancelled.body.data).toMatchObject({ state: 'cancelled' });
  expect((await api.post(`/api/pump-sessions/${id}/cancel`, { token, json: {} })).status).toBe(409);
  expect(await show(code)).toMatchObject({ approved: false });
  await offered();
});

test('two codes asked for at once are one', async () => {
  const answers = await Promise.all([offer(), offer(), offer()]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});

test('a code that was used opens nothing again', async () => {
  const { code } = await offered();
  const answers = await Promise.all([show(code), show(code)]);
  expect(answers.filter(({ approved }) => approved)).toHaveLength(1);
  expect(await show(code)).toMatchObject({ approved: false, reason: 'Код неверный или уже использован' });
});

test('a lost answer is given again under its id, and the code stays used', async () => {
  const { code } = await offered();
  const first = await show(code);
  const again = await ask('authorise', {
    code,
    station,
    goods: 301,
    litres: 40,
    sum: 2400,
    request_id: first.id,
  });
  expect(again.body.data).toMatchObject({ approved: true, most_sum: 2400 });
});

test('a code is good for 15 minutes', async () => {
  const { id, code } = await offered();
  api.clock.advanceSeconds(15 * 60);
  expect(await read(id)).toMatchObject({ state: 'expired' });
  expect(await show(code)).toMatchObject({ approved: false });
  await expireHolds(api.ctx);
  await offered();
});

test('a code is good in its own network alone', async () => {
  const { code } = await offered();
  expect(await show(code, {}, KEY_1)).toMatchObject({ approved: false });
  expect(await show(code)).toMatchObject({ approved: true });
});

test('a code that is shown at another pump three times is good no more', async () => {
  const { rows: found } = await sql<{ id: number; address: string }>`
    select id, ${writeSaleAddress()} as address from station where brand = 'Газпромнефть' order by id limit 1`.execute(
    api.ctx.db.system,
  );
  const [{ id: stationId, address } = { id: 0, address: '' }] = found;
  const { id, code } = await offered({ station_id: stationId });
  for (let time = 0; time < 3; time += 1)
    expect(await show(code)).toMatchObject({
      approved: false,
      reason: expect.stringMatching(/другой АЗС|неверный/),
    });
  expect(await read(id)).toMatchObject({ state: 'failed', reason: 'Этот код для другой АЗС' });
  expect(await show(code, { station: address })).toMatchObject({ approved: false });
});

test('a code buys the goods and the litres that it was made for', async () => {
  const { code } = await offered();
  expect(await show(code, { goods: 402 })).toMatchObject({
    approved: false,
    reason: 'Этот код для другого топлива',
  });
  expect(await show(code, { litres: 90, sum: 5400 })).toMatchObject({ approved: true, most_litres: 40 });
});

test('a station that guesses is stopped, and another one goes on', async () => {
  const { code } = await offered();
  for (let guess = 0; guess < 5; guess += 1) await show(String(10_000_000 + guess));
  expect(await show(code)).toMatchObject({
    approved: false,
    reason: expect.stringContaining('Слишком много'),
  });
  expect(await show(code, { station: 'АЗС на другом конце' })).toMatchObject({ approved: true });
});

test('guesses from many stations stop the network’s codes for 15 minutes', async () => {
  const key = KEY_1;
  const own = await givenCard(api, company.id, { partnerId: 1, balanceKopecks: 10_000_00 });
  const json = { how: 'code', goods_id: 301, litres: 40 };
  for (let guess = 0; guess < 60; guess += 1)
    await show(String(20_000_000 + guess), { station: `АЗС перебора ${guess}` }, key);
  const { body } = await api.post(`/api/card/${own.id}/pump-sessions`, { token: company.admin.token, json });
  expect(await show(body.data.code, {}, key)).toMatchObject({ approved: false });
  api.clock.advanceSeconds(14 * 60);
  expect(await show(body.data.code, {}, key)).toMatchObject({ approved: false });
});

test('a wrong code stays wrong under its id', async () => {
  const guess = await show('00000000');
  const { code } = await offered();
  const json = { code, station, goods: 301, litres: 40, sum: 2400, request_id: guess.id };
  expect((await ask('authorise', json)).body.data).toMatchObject({ approved: false });
});

test('what can’t be filled now gets no code, but the reason', async () => {
  const poor = await givenCard(api, company.id);
  const { token } = company.admin;
  const { status, body } = await api.post(`/api/card/${poor.id}/pump-sessions`, { token, json: {} });
  expect({ status, message: body.message }).toEqual({
    status: 409,
    message: expect.stringContaining('На карте'),
  });
});

test('another company sees and cancels nothing', async () => {
  const { id } = await offered();
  const { token } = (await givenCompany(api)).admin;
  expect((await api.get(`/api/pump-sessions/${id}`, { token })).status).toBe(404);
  expect((await api.post(`/api/pump-sessions/${id}/cancel`, { token, json: {} })).status).toBe(404);
  expect((await api.post(`/api/card/${card.id}/pump-sessions`, { token, json: {} })).status).toBe(404);
  expect((await api.get('/api/pump-sessions', { token })).body.data).toEqual([]);
});

test('no log of actions has a code', async () => {
  const { code } = await offered();
  await show(code);
  const found = await rows(
    api.ctx.db.system,
    sql<{
      line: string;
    }>`select to_jsonb(event)::text as line from audit_event event where to_jsonb(event)::text like ${`%${code}%`}`,
  );
  expect(found).toEqual([]);
  const { count } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ count: number }>`select count(*)::int as count from pump_session where code = ${code}`,
  );
  expect(count).toBe(0);
});

test('a QR has the same code, and a pump reads it', async () => {
  const { code, qr } = (await offer({ how: 'qr', goods_id: 301 })).body.data;
  expect(qr.path).toMatch(/^M/);
  expect(await show('', { code: undefined, qr: `magistral:pump:${code}` })).toMatchObject({ approved: true });
});
