import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CARD_STATUS, PARTNER } from '#contract/ids.ts';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenStaff,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { givenOrder } from '../../../testing/givens/given-order.ts';
import { LONG_SECONDS, unsettledCalls } from '../../../testing/givens/given-unsettled.ts';
import { rnCardEnv, serveRnCard } from '../../../testing/wires/rn-card-wire.ts';
import { carryOutOperation } from '../../fuel/settlement/carry-out-operation.ts';
import { approveOrder } from '../../orders/orders/approve-order.ts';
import { askForCards } from '../../orders/orders/ask-for-cards.ts';

let fakeServer: Awaited<ReturnType<typeof serveRnCard>>;
let api: TestApi;
let company: GivenCompany;
let card: GivenCard;
let calls: ReturnType<typeof unsettledCalls>;
let serial = 7_826_030_000_000_000;

beforeAll(async () => {
  fakeServer = await serveRnCard();
  api = await startApi({
    jobs: false,
    env: { NETWORK_PATIENCE_MS: '1', ...rnCardEnv(fakeServer) },
  });
  calls = unsettledCalls(api, await givenStaff(api));
});

afterAll(async () => {
  await api?.stop();
  await fakeServer?.stop();
});

beforeEach(async () => {
  serial += 1;
  company = await givenCompany(api);
  fakeServer.memory.cards.set(String(serial), { SCode: '00', wallet: null });
  card = await givenCard(api, company.id, { partnerId: PARTNER.rn, number: String(serial) });
});

/** A block for which every write loses its connection. */
async function givenCutOffBlock(): Promise<number> {
  await api.post(`/api/card/${card.id}/changeStatus`, { token: company.admin.token, form: {} });
  const { id } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ id: number }>`select id from operation where card_id = ${card.id}`,
  );
  fakeServer.stumble('/BlockingCard', 'break');
  await carryOutOperation(api.ctx, id);
  api.clock.advanceSeconds(LONG_SECONDS);
  return id;
}

async function readStatus(): Promise<number> {
  const { body } = await api.get(`/api/card/${card.id}`, { token: company.admin.token });
  return body.data.status.id;
}

test('a block declared as not executed is never sent again, but the next one is', async () => {
  const id = await givenCutOffBlock();
  expect(await calls.find('block', id)).toMatchObject({
    attempts: 1,
    last_word: { said: expect.stringMatching(/^Не отвечает/) },
  });
  expect((await calls.settle('block', id, { executed: false })).status).toBe(200);
  const written = fakeServer.countCalls('/BlockingCard');
  await carryOutOperation(api.ctx, id);
  expect([fakeServer.countCalls('/BlockingCard'), await readStatus()]).toEqual([written, CARD_STATUS.active]);
  await api.post(`/api/card/${card.id}/changeStatus`, { token: company.admin.token, form: {} });
  const { id: next } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ id: number }>`select max(id) as id from operation where card_id = ${card.id}`,
  );
  await carryOutOperation(api.ctx, next);
  expect(await readStatus()).toBe(CARD_STATUS.blocked);
});

test('a block made in the network’s own cabinet is found, and the user reads so', async () => {
  const id = await givenCutOffBlock();
  fakeServer.memory.cards.set(card.number, { SCode: '04', wallet: null });
  const answer = await calls.settle('block', id, { executed: false });
  expect([answer.status, answer.body.message]).toEqual([409, 'Сеть успела ответить сама: исполнено']);
  expect(await readStatus()).toBe(CARD_STATUS.blocked);
});

test('a write that may still be under way is not called lost', async () => {
  const id = await givenCutOffBlock();
  fakeServer.stumble('/BlockingCard', 'break');
  await carryOutOperation(api.ctx, id);
  const answer = await calls.settle('block', id, { executed: false });
  expect([answer.status, answer.body.message]).toEqual([409, expect.stringMatching(/только что/)]);
  expect(await readStatus()).toBe(CARD_STATUS.active);
});

test('an order that the network never carried out lets the next order have its cards', async () => {
  const items = [{ partner: PARTNER.rn, count: 1 }];
  const [first, second] = [
    await givenOrder(api, company.admin, items),
    await givenOrder(api, company.admin, items),
  ];
  const [firstItem = 0, secondItem = 0] = [first.itemIds[0], second.itemIds[0]];
  for (const [orderId, itemId] of [
    [first.id, firstItem],
    [second.id, secondItem],
  ] as const) {
    await approveOrder(api.ctx, orderId);
    await askForCards(api.ctx, itemId);
  }
  expect((await calls.settle('order', firstItem, { executed: false })).body.message).toMatch(/десять минут/);
  api.clock.advanceSeconds(LONG_SECONDS);
  expect((await calls.settle('order', firstItem, { executed: false })).status).toBe(200);
  fakeServer.memory.cards.set(String((serial += 1)), { SCode: '00', wallet: null });
  await askForCards(api.ctx, secondItem);
  const made = await getOnlyRow(
    api.ctx.db.system,
    sql<{ first: number; second: number }>`
      select count(*) filter (where request_item_id = ${firstItem}) as first,
        count(*) filter (where request_item_id = ${secondItem}) as second from card`,
  );
  expect(made).toEqual({ first: 0, second: 1 });
});
