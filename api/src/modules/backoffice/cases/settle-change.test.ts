import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CARD_STATUS } from '#contract/ids.ts';
import { getOnlyRow } from '../../../db/database.ts';
import type { TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenPerson,
  type GivenCard,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import {
  givenReliableCard,
  givenUnclearBlock,
  givenUnclearChoice,
  givenUnclearOrder,
  LONG_SECONDS,
  setUpUnsettled,
  type UnsettledCalls,
} from '../../../testing/givens/given-unsettled.ts';
import { carryOutOperation } from '../../fuel/settlement/carry-out-operation.ts';
import { syncCard } from '../../cards/cards/sync-card.ts';
import { claimChange } from '../../cards/cards/card-changes.ts';
import { approveOrder } from '../../orders/orders/approve-order.ts';
import { askForCards } from '../../orders/orders/ask-for-cards.ts';

let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;
let card: GivenCard;
let calls: UnsettledCalls;

beforeAll(async () => {
  ({ api, staff, calls } = await setUpUnsettled());
});

afterAll(() => api?.stop());

beforeEach(async () => {
  ({ company, card } = await givenReliableCard(api));
});

async function shown() {
  const { body } = await api.get(`/api/card/${card.id}`, { token: company.admin.token });
  return {
    status: body.data.status.id as number,
    waiting: body.data.inProgressOperations.length as number,
    goods: body.data.goods
      .filter((good: { status_id: number }) => good.status_id === 1)
      .map((good: { cg_id: number }) => good.cg_id) as number[],
  };
}

async function readProblem(orderId: number): Promise<string | null> {
  const { body } = await api.get('/staff/api/requests', { token: staff.token });
  return (body.data as { id: number; issue_problem: string | null }[]).find((item) => item.id === orderId)
    ?.issue_problem as string | null;
}

const lastEvent = () =>
  getOnlyRow(
    api.ctx.db.system,
    sql<object>`
      select at, user_id as by, company_id as company, details from audit_event
      where what = 'change-settled' order by id desc limit 1`,
  );

describe('access and input checks of settling a card change', () => {
  test('a customer or an anonymous caller can’t end what waits for a network', async () => {
    const id = await givenUnclearBlock(api, company, card);
    const manager = await givenPerson(api, { companyId: company.id, role: 'manager' });
    for (const { token } of [company.admin, manager]) {
      expect((await calls.settle('block', id, {}, { token })).status).toBe(404);
      expect((await calls.ask('block', id, { token })).status).toBe(404);
      expect((await calls.close('sale', id, {}, { token })).status).toBe(404);
      expect((await calls.list('', { token })).status).toBe(404);
    }
    expect((await api.get('/staff/api/unsettled')).status).toBe(401);
    expect((await api.post(`/staff/api/unsettled/block/${id}/settle`, { json: {} })).status).toBe(401);
    expect(await shown()).toMatchObject({ status: CARD_STATUS.active, waiting: 1 });
  });

  test.each([
    ['no reason', { reason: '  ' }, 'reason'],
    ['a reason that the database can’t keep', { reason: 'а\u0000б' }, 'reason'],
    ['no word at all', { executed: undefined }, 'executed'],
    ['perhaps', { executed: 'perhaps' }, 'executed'],
  ])('%s ends nothing', async (_, input, field) => {
    const id = await givenUnclearBlock(api, company, card);
    const answer = await calls.settle('block', id, input);
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages?.[field]?.[0]).toMatch(/[а-я]/i);
    expect(await shown()).toMatchObject({ waiting: 1 });
  });

  test('a missing change, and one of another kind, is not found', async () => {
    const block = await givenUnclearBlock(api, company, card);
    for (const kind of ['block', 'choice', 'order'])
      expect((await calls.settle(kind, 999_999_999, { executed: false })).status).toBe(404);
    await sql`update operation set type_id = 10 where id = ${block}`.execute(api.ctx.db.system);
    expect((await calls.settle('block', block)).status).toBe(404);
    const nonsense = await calls.settle('debtor', 1);
    expect([nonsense.status, nonsense.body.message]).toEqual([400, 'Неизвестный вид']);
    expect((await calls.settle('block', 'x' as never)).status).toBe(400);
  });
});

describe('a block that the network says nothing about', () => {
  test.each([
    [true, CARD_STATUS.blocked],
    [false, CARD_STATUS.active],
  ])('executed: %s — the card is what the person has found it to be', async (executed, status) => {
    const id = await givenUnclearBlock(api, company, card);
    expect((await calls.settle('block', id, { executed })).body.data).toEqual({
      kind: 'block',
      id,
      executed,
    });
    expect(await shown()).toMatchObject({ status, waiting: 0 });
    expect(await calls.find('block', id)).toBeUndefined();
    expect(await lastEvent()).toEqual({
      at: api.clock.now(),
      by: staff.id,
      company: company.id,
      details: { operationId: id, cardId: card.id, executed, reason: 'Письмо сети № 5' },
    });
  });

  test('the network’s own answer counts for more than the person’s word', async () => {
    const requested = await api.post(`/api/card/${card.id}/changeStatus`, {
      token: company.admin.token,
      form: {},
    });
    expect(requested.status).toBe(200);
    const { id } = await getOnlyRow(
      api.ctx.db.system,
      sql<{ id: number }>`select id from operation where card_id = ${card.id}`,
    );
    await carryOutOperation(api.ctx, id);
    api.clock.advanceSeconds(LONG_SECONDS);
    const answer = await calls.settle('block', id, { executed: false });
    expect([answer.status, answer.body.message]).toEqual([409, 'Сеть успела ответить сама: исполнено']);
    expect(await shown()).toMatchObject({ status: CARD_STATUS.blocked, waiting: 0 });
  });

  test('one decision with one key has one answer, at once and repeated', async () => {
    const id = await givenUnclearBlock(api, company, card);
    const more = { key: `word-${id}` };
    const answers = await Promise.all([1, 2, 3].map(() => calls.settle('block', id, {}, more)));
    answers.push(await calls.settle('block', id, {}, more));
    expect(answers.map((answer) => answer.body.data)).toEqual(
      Array(4).fill({ kind: 'block', id, executed: true }),
    );
    expect((await calls.settle('block', id, { executed: false }, more)).status).toBe(409);
    expect(await shown()).toMatchObject({ status: CARD_STATUS.blocked });
  });

  test('of two opposite decisions at once one counts, and the other user reads so', async () => {
    const id = await givenUnclearBlock(api, company, card);
    const answers = await Promise.all(
      [true, false].map((executed) => calls.settle('block', id, { executed })),
    );
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 409]);
    const blocked = answers[0]?.status === 200;
    expect((await shown()).status).toBe(blocked ? CARD_STATUS.blocked : CARD_STATUS.active);
    const late = await calls.settle('block', id);
    expect([late.status, late.body.message]).toEqual([409, expect.stringMatching(/уже завершено/)]);
  });

  test('no decision before ten minutes have passed, or about a block that was not sent', async () => {
    await api.post(`/api/card/${card.id}/changeStatus`, { token: company.admin.token, form: {} });
    const { id } = await getOnlyRow(
      api.ctx.db.system,
      sql<{ id: number }>`select id from operation where card_id = ${card.id}`,
    );
    expect((await calls.settle('block', id)).body.message).toMatch(/подождите десять минут/);
    api.clock.advanceSeconds(LONG_SECONDS);
    expect((await calls.settle('block', id)).body.message).toMatch(/ещё не передавали/);
    expect(await shown()).toMatchObject({ waiting: 1 });
  });
});

describe('a choice that the network says nothing about', () => {
  test.each([true, false])(
    'executed: %s — the choice is in force, or the card is as before',
    async (executed) => {
      const { goods: before } = await shown();
      const id = await givenUnclearChoice(api, company, card, [301]);
      expect((await calls.settle('choice', id, { executed })).status).toBe(200);
      expect((await shown()).goods).toEqual(executed ? [301] : before);
      expect(await lastEvent()).toMatchObject({ by: staff.id, details: { changeId: id, cardId: card.id } });
      expect((await calls.settle('choice', id, { executed: !executed })).status).toBe(409);
      expect((await shown()).goods).toEqual(executed ? [301] : before);
    },
  );

  test('a first choice that was not carried out leaves no active card without goods', async () => {
    card = await givenCard(api, company.id, { statusId: CARD_STATUS.notSetUp });
    const id = await givenUnclearChoice(api, company, card, [301]);
    await calls.settle('choice', id, { executed: false });
    expect(await shown()).toEqual({ status: CARD_STATUS.notSetUp, waiting: 0, goods: [] });
  });

  test('a newer choice goes to the network once the older one has ended', async () => {
    const first = await givenUnclearChoice(api, company, card, [301]);
    await api.post(`/api/card/${card.id}/setGoods`, {
      token: company.admin.token,
      json: { cg_ids: [401] },
    });
    const { id: next } = await getOnlyRow(
      api.ctx.db.system,
      sql<{ id: number }>`select max(id) as id from card_change where card_id = ${card.id}`,
    );
    expect((await calls.settle('choice', next)).status).toBe(409);
    await calls.settle('choice', first, { executed: false });
    await syncCard(api.ctx, card.id);
    expect((await shown()).goods).toEqual([401]);
    const state = await getOnlyRow(
      api.ctx.db.system,
      sql<{ state: string }>`select state from card_change where id = ${next}`,
    );
    expect(state).toEqual({ state: 'done' });
  });

  test('no decision while it is being sent to the network', async () => {
    const id = await givenUnclearChoice(api, company, card, [301]);
    const now = api.clock.now();
    await claimChange(api.ctx.db.system, { cardId: card.id, now, until: new Date(now.getTime() + 30_000) });
    expect((await calls.settle('choice', id, { executed: false })).status).toBe(409);
    expect((await shown()).goods).toEqual([301]);
    api.clock.advanceSeconds(31);
    expect((await calls.settle('choice', id, { executed: false })).status).toBe(200);
  });

  test('two at once with one key are one decision', async () => {
    const id = await givenUnclearChoice(api, company, card, [301]);
    const more = { key: `choice-${id}` };
    const answers = await Promise.all([1, 2].map(() => calls.settle('choice', id, {}, more)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
  });
});

describe('an order of cards that the network says nothing about', () => {
  test('an order not executed can be requested again, and then its cards come', async () => {
    const { orderId, itemId } = await givenUnclearOrder(api, company);
    expect(await readProblem(orderId)).toBeNull();
    expect((await calls.settle('order', itemId, { executed: false })).status).toBe(200);
    expect(await readProblem(orderId)).toMatch(/Сеть не выпустила карты/);
    expect(await lastEvent()).toMatchObject({ company: company.id, details: { itemId, executed: false } });
    expect(await calls.find('order', itemId)).toBeUndefined();
    expect((await calls.settle('order', itemId, { executed: false })).status).toBe(409);
    await approveOrder(api.ctx, orderId);
    // Asked for again, it is up to the network for another ten minutes.
    expect((await calls.settle('order', itemId, { executed: false })).body.message).toMatch(/десять минут/);
    await askForCards(api.ctx, itemId);
    api.clock.advanceSeconds(60);
    await askForCards(api.ctx, itemId);
    const { count } = await getOnlyRow(
      api.ctx.db.system,
      sql<{ count: number }>`select count(*) from card where request_item_id = ${itemId}`,
    );
    expect(count).toBe(2);
  });

  test('cards are only ever taken from the network itself', async () => {
    const { itemId } = await givenUnclearOrder(api, company);
    const answer = await calls.settle('order', itemId, { executed: true });
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages?.executed?.[0]).toMatch(/сообщает сама сеть/);
    expect(await calls.find('order', itemId)).toBeDefined();
  });
});
