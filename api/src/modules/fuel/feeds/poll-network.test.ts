import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rows } from '../../../db/database.ts';
import { carryOutDue } from '../../../testing/givens/carry-out-due.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { rnCardEnv, serveRnCard } from '../../../testing/wires/rn-card-wire.ts';
import { serveWire, type WireServer } from '../../../testing/wires/serve-wire.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenStaff,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { carryOutOperation } from '../settlement/carry-out-operation.ts';

let api: TestApi;
let owner: pg.Client;
/** A network that refuses everything, and sells, with text that no database can store. */
let odd: WireServer;
let oddFeed: object[] = [];
/** Place up to which the network says that it was read. */
let oddNext = 0;
let rnCard: Awaited<ReturnType<typeof serveRnCard>>;
const broken = (text: string): string => `${text}\u0000\ud800`;

beforeAll(async () => {
  // Without the queue, so that an operation waits until the test carries it out.
  odd = await serveWire(({ path }) =>
    path.startsWith('/events')
      ? { body: { events: oddFeed, next: Math.max(oddNext, oddFeed.length) } }
      : { body: { state: 'refused', reason: broken('Карта закрыта') } },
  );
  rnCard = await serveRnCard();
  const env = {
    ...rnCardEnv(rnCard),
    NETWORK_3: 'neutral',
    NETWORK_3_URL: odd.url,
    NETWORK_3_API_KEY: 'key',
  };
  api = await startApi({ jobs: false, env: { NETWORK_PATIENCE_MS: '0', ...env } });
  owner = new pg.Client(api.databaseUrl);
  await owner.connect();
});

afterAll(async () => {
  await owner?.end();
  await api?.stop();
  await odd?.stop();
  await rnCard?.stop();
});

beforeEach(() => {
  api.setMood(() => undefined);
  oddFeed = [];
});

async function shown(company: GivenCompany, card: GivenCard) {
  const { body } = await api.get(`/api/card/${card.id}`, { token: company.admin.token });
  return { sum: body.data.card_sum as number, waiting: body.data.inProgressOperations.length as number };
}

async function fuel(card: GivenCard, litres: number, externalId: string): Promise<void> {
  const about = { card_number: card.number, goods_id: 301, unit_price: 50, address: 'Химки' };
  const sold = await api.ctx.simulated?.fuel({ ...about, litres, external_id: externalId });
  expect(sold?.outcome).toBe('sold');
}

/** Asks for money on the card; answers the operation that waits for the network. */
async function topUp(company: GivenCompany, card: GivenCard, sum: number): Promise<number> {
  const sms = await givenCode(api, company.admin, 'transfer', card.id);
  const form = { sum, sms, mode: 1 };
  const input = await api.post(`/api/card/${card.id}/transaction`, { token: company.admin.token, form });
  expect(input.status).toBe(200);
  const [operation] = await rows(
    api.ctx.db.system,
    sql<{ id: number }>`select id from operation where card_id = ${card.id} order by id desc limit 1`,
  );
  return operation?.id as number;
}

describe('an operation that can’t be finished', () => {
  let poisoned: GivenCompany;
  let card: GivenCard;
  let operationId: number;

  beforeEach(async () => {
    poisoned = await givenCompany(api, { unallocatedKopecks: 500_00 });
    card = await givenCard(api, poisoned.id, { balanceKopecks: 1000_00 });
    operationId = await topUp(poisoned, card, 500);
    await owner.query(`
      create or replace function refuse_poison() returns trigger language plpgsql as $$
        begin
          if new.status_id <> old.status_id and new.id = ${operationId} then raise exception 'poison'; end if;
          return new;
        end $$;
      create trigger refuse_poison before update on operation for each row execute function refuse_poison()`);
  });

  async function fixPoisonedRecord(): Promise<void> {
    await owner.query('drop trigger if exists refuse_poison on operation');
  }

  afterEach(fixPoisonedRecord);

  test('an operation that can’t be finished stops no other company’s sale', async () => {
    api.setMood((command) => (command.kind === 'move-to-card' ? 'late' : undefined));
    await carryOutOperation(api.ctx, operationId);
    api.clock.advanceSeconds(61);
    const other = await givenCompany(api);
    const theirs = await givenCard(api, other.id, { balanceKopecks: 1000_00 });
    await fuel(theirs, 2, `beside-poison-${other.id}`);
    await api.pollNetworks();
    expect(await shown(other, theirs)).toMatchObject({ sum: 900 });
    expect(await shown(poisoned, card)).toEqual({ sum: 1000, waiting: 1 });
    await fixPoisonedRecord();
    await carryOutDue(api);
    expect(await shown(poisoned, card)).toEqual({ sum: 1500, waiting: 0 });
  });

  test('an operation that can’t be finished stops no sale of its own card', async () => {
    api.setMood((command) => (command.kind === 'move-to-card' ? 'drop' : undefined));
    await carryOutOperation(api.ctx, operationId);
    await fuel(card, 2, `with-poison-${poisoned.id}`);
    await api.pollNetworks();
    expect(await shown(poisoned, card)).toEqual({ sum: 900, waiting: 1 });
    await fixPoisonedRecord();
    api.clock.advanceSeconds(60);
    await carryOutDue(api);
    expect(await shown(poisoned, card)).toEqual({ sum: 1400, waiting: 0 });
  });
});

test('a refusal whose text can’t be stored gives the money back all the same', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: 500_00 });
  const card = await givenCard(api, company.id, { partnerId: 3, balanceKopecks: 0 });
  const operationId = await topUp(company, card, 500);
  await carryOutOperation(api.ctx, operationId);
  expect(await shown(company, card)).toEqual({ sum: 0, waiting: 0 });
  const [ended] = await rows(
    api.ctx.db.system,
    sql<{ reason: string }>`select reason from operation where id = ${operationId}`,
  );
  expect(ended?.reason).toBe('Карта закрыта\ufffd');
});

test('one record with text that can’t be stored does not stop its network’s feed', async () => {
  const company = await givenCompany(api);
  const odds = await givenCard(api, company.id, { partnerId: 3, balanceKopecks: 1000_00 });
  const plain = await givenCard(api, company.id, { partnerId: 3, balanceKopecks: 1000_00 });
  const sold = {
    kind: 'sale',
    cardNumber: odds.number,
    goodsId: 301,
    goodsTitle: broken('ДТ'),
    centilitres: 10_00,
    unitPriceKopecks: 50_00,
    sumKopecks: 500_00,
    address: broken('Химки'),
    soldAt: '2026-09-15T11:00:00+03:00',
  };
  const refund = { kind: 'refund', refundOf: broken('odd-1'), sumKopecks: 200_00 };
  oddFeed = [
    { ...sold, sequence: 1, externalId: broken('odd-1') },
    { ...sold, sequence: 2, externalId: broken('odd-2'), cardNumber: '7005800000000001' },
    { ...sold, sequence: 3, externalId: broken('odd-3'), cardNumber: broken('7005') },
    { ...sold, sequence: 4, externalId: broken('odd-4'), ...refund },
    {
      ...sold,
      sequence: 5,
      externalId: 'plain',
      cardNumber: plain.number,
      goodsTitle: 'ДТ',
      address: 'Химки',
    },
  ];
  // Read again, the sales that are known by now change nothing.
  for (let time = 0; time < 2; time += 1) await api.pollNetworks();

  expect([await shown(company, odds), await shown(company, plain)]).toMatchObject([
    { sum: 700 },
    { sum: 500 },
  ]);
  const { data } = (await api.get('/api/operations', { token: company.admin.token })).body;
  const titles = data.map((row: { purchase: { goodsItem: { title: string }; address: string } }) => [
    row.purchase.goodsItem.title,
    row.purchase.address,
  ]);
  expect(titles.toSorted()).toEqual([
    ['ДТ', 'Химки'],
    ['ДТ\ufffd', 'Химки\ufffd'],
    ['ДТ\ufffd', 'Химки\ufffd'],
  ]);
  const { rows: refunds } = await sql`
    select refund_of from operation where external_id = ${'odd-4\ufffd'}`.execute(api.ctx.db.system);
  expect(refunds).toEqual([{ refund_of: 'odd-1\ufffd' }]);
  // A sale of an unknown card and an unreadable record wait for staff, once.
  const staff = await givenStaff(api);
  const waiting = (await api.get('/staff/api/unsettled', { token: staff.token })).body.data;
  expect(waiting.map((item: { kind: string }) => item.kind).toSorted()).toEqual(['record', 'sale']);
});

test('a card number that can’t be stored hides no other sales of its network', async () => {
  const company = await givenCompany(api);
  const card = await givenCard(api, company.id, { partnerId: 1, balanceKopecks: 1000_00 });
  const sold = {
    Date: '2026-09-15T11:00:00',
    Type: 11,
    GName: 'ДТ',
    Value: -10,
    Price: 50,
    Sum: -500,
    Address: 'Химки',
  };
  rnCard.memory.operations.push(
    { ...sold, Code: 'rn-1', Card: broken('7826') },
    { ...sold, Code: 'rn-2', Card: card.number },
  );
  await api.pollNetworks();
  expect(await shown(company, card)).toMatchObject({ sum: 500 });
  const staff = await givenStaff(api);
  const waiting = (await api.get('/staff/api/unsettled?kind=sale', { token: staff.token })).body.data;
  expect(JSON.stringify(waiting)).toContain('rn-1');
});

test('a feed is read on from where it was left, not from its beginning', async () => {
  const after: number[] = [];
  for (oddNext of [100_000, 200_000, 0, 0]) {
    await api.pollNetworks();
    const path = odd.requests.findLast((request) => request.path.startsWith('/events'))?.path;
    after.push(Number(new URLSearchParams(path?.split('?')[1]).get('after')));
  }
  const [, second = 0, third = 0, fourth = 0] = after;
  expect(second).toBeGreaterThan(50_000);
  expect(third).toBeGreaterThan(150_000);
  // A smaller answer, as of a slower process, does not bring it back.
  expect(fourth).toBe(third);
});
