import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getOnlyRow } from '../../../db/database.ts';
import { NetworkUnavailable } from '../../../gateways/fuel-network/fuel-network.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenStaff,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { unsettledCalls } from '../../../testing/givens/given-unsettled.ts';
import { opti24Card, serveOpti24 } from '../../../testing/wires/opti24-wire.ts';
import { rnCardEnv, serveRnCard } from '../../../testing/wires/rn-card-wire.ts';
import { readFeed, startLateReading } from './feeds.ts';
import { pollNetwork } from '../feeds/poll-network.ts';
import { readLateSales } from './read-late-sales.ts';

const DAY = 86_400;
const WEEKS = 7;

let opti24: Awaited<ReturnType<typeof serveOpti24>>;
let rnCard: Awaited<ReturnType<typeof serveRnCard>>;
let api: TestApi;
let owner: pg.Client;
let company: GivenCompany;
const cards = {} as Record<1 | 2, GivenCard>;

beforeAll(async () => {
  [opti24, rnCard] = [await serveOpti24(), await serveRnCard()];
  api = await startApi({
    jobs: false,
    env: {
      ...rnCardEnv(rnCard),
      NETWORK_2: 'opti24',
      NETWORK_2_URL: opti24.url,
      NETWORK_2_LOGIN: 'fleet',
      NETWORK_2_PASSWORD: 'пароль',
      NETWORK_2_API_KEY: 'key',
      NETWORK_2_CONTRACT: '1-CONTRACT',
    },
    overrides: { log: pino({ level: 'silent' }) },
  });
  owner = new pg.Client(api.databaseUrl);
  await owner.connect();
  company = await givenCompany(api);
  cards[1] = await givenCard(api, company.id, { partnerId: 1, balanceKopecks: 10_000_00 });
  cards[2] = await givenCard(api, company.id, { partnerId: 2, balanceKopecks: 10_000_00 });
  opti24.memory.cards.set(cards[2].number, opti24Card('id-2'));
  // The ordinary reading has read everything by now.
  await pollNetwork(api.ctx, 1);
  await pollNetwork(api.ctx, 2);
});
afterAll(async () => {
  await owner?.end();
  await api?.stop();
  await opti24?.stop();
  await rnCard?.stop();
});

const daysAgo = (days: number) => new Date(api.clock.now().getTime() - days * DAY * 1000).toISOString();
const night = () => moscowDay(api.clock.now());
const read = (partnerId: 1 | 2) => readLateSales(api.ctx, { partnerId, night: night() });

/** Adds a sale to the network's list that the network itself learned of late. */
function addSale(partnerId: 1 | 2, id: string, days: number, sum: number): void {
  if (partnerId === 1)
    rnCard.memory.operations.push({
      Code: id,
      Date: new Date(Date.parse(daysAgo(days)) + 3 * 3_600_000).toISOString().slice(0, 19),
      Card: cards[1].number,
      Type: 11,
      GName: 'ДТ',
      Value: -10,
      Price: sum / 10,
      Sum: -sum,
      Address: 'Химки',
    });
  else
    opti24.memory.transactions.push({
      id,
      utc_time: daysAgo(days),
      card_id: 'id-2',
      card_number: cards[2].number,
      type: 'P',
      product_name: 'ДТ',
      qty: '10.00',
      sum,
    });
}

const request = {
  1: () => rnCard.countCalls('/GetOperByContract'),
  2: () => opti24.countCalls('v2/transactions'),
};

async function cardSum(partnerId: 1 | 2): Promise<number> {
  const { body } = await api.get(`/api/card/${cards[partnerId].id}`, { token: company.admin.token });
  return body.data.card_sum;
}

describe.each<[partnerId: 1 | 2, title: string]>([
  [1, 'РН-Карт'],
  [2, 'ОПТИ 24'],
])('the feed of network %s (%s)', (partnerId) => {
  test('a sale listed 44 days late is booked at night, today, and no position moves', async () => {
    addSale(partnerId, `late-${partnerId}`, 44, 500);
    await pollNetwork(api.ctx, partnerId);
    expect(await cardSum(partnerId)).toBe(10_000);
    const position = await readFeed(api.ctx.db.system, partnerId);
    const before = request[partnerId]();
    api.clock.advanceSeconds(DAY);
    await read(partnerId);
    expect(await cardSum(partnerId)).toBe(9500);
    expect(await readFeed(api.ctx.db.system, partnerId)).toBe(position);
    expect(request[partnerId]() - before).toBe(WEEKS);
    const booked = await getOnlyRow(
      api.ctx.db.system,
      sql<{ posted_at: Date }>`
        select posted_at from operation
        join ledger_transfer on subject_kind = 'operation' and subject_id = operation.id
        where external_id = ${`late-${partnerId}`}`,
    );
    expect(booked.posted_at).toEqual(api.clock.now());
  });

  test('the same night once more asks for nothing, the next one books nothing twice', async () => {
    const before = request[partnerId]();
    await read(partnerId);
    expect(request[partnerId]()).toBe(before);
    api.clock.advanceSeconds(DAY);
    await read(partnerId);
    expect(request[partnerId]() - before).toBe(WEEKS);
    expect(await cardSum(partnerId)).toBe(9500);
  });

  test('silence about one week keeps no other out, and only that week is asked for again', async () => {
    api.clock.advanceSeconds(DAY);
    addSale(partnerId, `first-${partnerId}`, 44, 100);
    addSale(partnerId, `second-${partnerId}`, 20, 100);
    const path = partnerId === 1 ? '/GetOperByContract' : 'v2/transactions';
    (partnerId === 1 ? rnCard : opti24).stumble(path, { status: 502, body: '' });
    await expect(read(partnerId)).rejects.toThrow(NetworkUnavailable);
    expect(await cardSum(partnerId)).toBe(9400);
    const before = request[partnerId]();
    await read(partnerId);
    expect(await cardSum(partnerId)).toBe(9300);
    expect(request[partnerId]() - before).toBe(1);
  });

  test('a known sale that became worth nothing is reported to a user and stays booked', async () => {
    const all = partnerId === 1 ? rnCard.memory.operations : opti24.memory.transactions;
    const known = all.find((item) => [item.Code, item.id].includes(`second-${partnerId}`));
    Object.assign(known ?? {}, partnerId === 1 ? { Sum: 0 } : { sum: 0 });
    api.clock.advanceSeconds(DAY);
    await read(partnerId);
    expect(await cardSum(partnerId)).toBe(9300);
    const { body } = await unsettledCalls(api, await givenStaff(api)).list('?kind=resale');
    expect(
      body.data.filter((item: { partner: { id: number } }) => item.partner.id === partnerId),
    ).toMatchObject([{ problem: 'Продажа проведена, а сеть сообщила её иначе' }]);
  });
});

test('in one night the weeks of each network are read for itself', async () => {
  api.clock.advanceSeconds(DAY);
  const before = [request[1](), request[2]()];
  await read(1);
  await read(2);
  expect([request[1](), request[2]()].map((now, index) => now - (before[index] ?? 0))).toEqual([
    WEEKS,
    WEEKS,
  ]);
});

test('each night has one job for each feed by date, and none for a feed by sequence', async () => {
  for (let time = 0; time < 2; time += 1) await startLateReading(api.ctx);
  const { rows } = await owner.query(
    "select key from graphile_worker.jobs where task_identifier = 'read-late-sales' order by key",
  );
  expect(rows).toEqual([{ key: 'late-sales:1' }, { key: 'late-sales:2' }]);
});
