import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CARD_STATUS, GOODS_TREE, PARTNER } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { rows } from '../../../db/database.ts';
import type { NetworkCommand } from '../../../gateways/fuel-network/fuel-network.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { askOwner, dueTimes } from '../../../testing/ask-owner.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { carryOutOperation } from '../../fuel/settlement/carry-out-operation.ts';
import { retryCardSync } from './retry-card-sync.ts';
import { syncCard } from './sync-card.ts';

let api: TestApi;
let company: GivenCompany;
const received: NetworkCommand[] = [];

beforeAll(async () => {
  api = await startApi();
  company = await givenCompany(api);
});

beforeEach(() => {
  received.length = 0;
  listenWith(() => undefined);
});

afterAll(() => api.stop());

/** Records the commands that the networks receive, besides deciding how they respond. */
function listenWith(mood: Parameters<TestApi['setMood']>[0]): void {
  api.setMood((command) => {
    received.push(command);
    return mood(command);
  });
}

/** Ids of the requests that a card's network received: another card's late retry isn't among them. */
const receivedBy = (card: GivenCard, kind: NetworkCommand['kind']) =>
  received
    .filter(
      (command) => command.kind === kind && 'cardNumber' in command && command.cardNumber === card.number,
    )
    .map(({ requestId }) => requestId);

const setGoods = (card: GivenCard, ids: unknown, token = company.admin.token) =>
  api.post(`/api/card/${card.id}/setGoods`, { token, json: { cg_ids: ids } });

const LIMIT = { unit_count: 5000, unit_type: 'sum', period: 'P1D' };

const setLimit = (card: GivenCard, input: object = {}, token = company.admin.token) =>
  api.post(`/api/card/${card.id}/setLimit`, { token, json: { ...LIMIT, ...input } });

const atNetwork = (card: GivenCard) => readAtNetwork(api, card);

async function readAtNetwork({ ctx }: TestApi, card: GivenCard) {
  const states = await ctx.getNetwork(card.partnerId).cardStates();
  return states.find((state) => state.cardNumber === card.number);
}

async function waiting(card: GivenCard) {
  return rows(
    api.ctx.db.system,
    sql<{
      kind: string;
    }>`select kind from card_change where card_id = ${card.id} and state = 'waiting' order by id`,
  );
}

const listEnabled = (data: { goods: { cg_id: number; status_id: number }[] }) =>
  data.goods.filter((item) => item.status_id === 1).map((item) => item.cg_id);

describe('access and input checks of goods and limits', () => {
  test('§6.5 a specialist chooses neither goods nor a limit', async () => {
    const card = await givenCard(api, company.id);
    const { token } = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    expect((await setGoods(card, [301], token)).status).toBe(403);
    expect((await setLimit(card, {}, token)).status).toBe(403);
  });

  test('another company’s card is not there', async () => {
    const card = await givenCard(api, (await givenCompany(api)).id);
    expect((await setGoods(card, [301])).status).toBe(404);
    expect((await setLimit(card)).status).toBe(404);
    expect([...receivedBy(card, 'set-goods'), ...receivedBy(card, 'set-limit')]).toEqual([]);
  });

  test('until the agreement is accepted, no card changes', async () => {
    const newcomer = await givenCompany(api, { termsAccepted: false });
    const card = await givenCard(api, newcomer.id);
    expect((await setGoods(card, [301], newcomer.admin.token)).status).toBe(403);
    expect((await setLimit(card, {}, newcomer.admin.token)).status).toBe(403);
  });

  test('a network in maintenance gets nothing', async () => {
    const card = await givenCard(api, company.id);
    await sql`insert into maintenance values (2, 'Сеть обновляется', ${new Date('2026-09-15')}, ${new Date('2026-09-17')})`.execute(
      api.ctx.db.system,
    );
    const answers = [await setGoods(card, [301]), await setLimit(card)];
    await sql`delete from maintenance`.execute(api.ctx.db.system);
    expect(answers.map((answer) => [answer.status, answer.body.message])).toEqual([
      [503, 'Сеть обновляется'],
      [503, 'Сеть обновляется'],
    ]);
  });

  test.each([
    ['none', []],
    ['unknown ones', [301, 999]],
    ['words', ['дизель']],
    ['nothing at all', undefined],
  ])('goods that are %s are refused', async (_, ids) => {
    const card = await givenCard(api, company.id);
    const answer = await setGoods(card, ids);
    expect(answer.status).toBe(400);
    expect(Object.values(answer.body.error_messages ?? {}).flat()[0]).toMatch(/[а-я]/i);
  });

  test('no goods say what to do', async () => {
    const card = await givenCard(api, company.id);
    expect((await setGoods(card, [])).body.error_messages?.cg_ids).toEqual([
      'Выберите хотя бы один вид топлива',
    ]);
  });

  test.each([
    ['seven digits', 1_000_000, 'В лимите не больше 6 цифр до запятой'],
    ['three decimals', '10.005', 'В лимите не больше двух знаков после запятой'],
    ['nothing', ' ', 'Укажите лимит'],
  ])('calls 1: a limit of %s is refused in words that say what is wrong', async (_, count, sentence) => {
    const card = await givenCard(api, company.id);
    const answer = await setLimit(card, { unit_count: count });
    expect(answer.body).toMatchObject({ code: 400, error_messages: { unit_count: [sentence] } });
  });

  test.each(['0005 000', '5\u2009000,'])(
    'calls 1: %s is a sum in a limit as everywhere else',
    async (count) => {
      const card = await givenCard(api, company.id);
      const answer = await setLimit(card, { unit_count: count });
      expect(answer.body.data?.limit).toMatchObject({ unit_count: 5000 });
    },
  );

  test.each([
    ['§5.30 a count of letters', { unit_count: 'много' }],
    ['§5.30 a negative count', { unit_count: -1 }],
    ['three decimals', { unit_count: '10.005' }],
    ['§9.23 another unit', { unit_type: 'gallon' }],
    ['§9.24 another period', { period: 'P1Y' }],
    ['an unknown group', { goodsGroups: [9] }],
  ])('a limit with %s is refused', async (_, input) => {
    const card = await givenCard(api, company.id);
    expect((await setLimit(card, input)).status).toBe(400);
  });

  test.each([PARTNER.rn, PARTNER.third, PARTNER.other])(
    '§5.31 a limit can be saved only for partner 2, not for %i',
    async (partnerId) => {
      const card = await givenCard(api, company.id, { partnerId });
      const answer = await setLimit(card);
      expect(answer.status).toBe(400);
      expect(answer.body.message).toMatch(/лимит/i);
    },
  );
});

describe('§1.11 goods', () => {
  test('§4.2 the first choice makes a card active, and the network lets it fuel at once', async () => {
    const card = await givenCard(api, company.id, { statusId: CARD_STATUS.notSetUp });
    const answer = await setGoods(card, [402, 301, 301]);
    expect(answer.status).toBe(200);
    expect(answer.body.data.status).toEqual({ id: 1, title: 'Активна' });
    expect(listEnabled(answer.body.data)).toEqual([301, 402]);
    expect(await atNetwork(card)).toMatchObject({ status: 1, goodsIds: [301, 402] });
  });

  test('§7.31 a form says the same as JSON', async () => {
    const card = await givenCard(api, company.id);
    const answer = await api.post(`/api/card/${card.id}/setGoods`, {
      token: company.admin.token,
      form: { 'cg_ids[0]': 501, 'cg_ids[1]': 502 },
    });
    expect(listEnabled(answer.body.data)).toEqual([501, 502]);
  });

  test('a blocked card stays blocked', async () => {
    const card = await givenCard(api, company.id, { statusId: CARD_STATUS.blocked });
    expect((await setGoods(card, [301])).body.data.status.id).toBe(CARD_STATUS.blocked);
  });

  test('a network that refuses says why, and goods and status are as before', async () => {
    const card = await givenCard(api, company.id, { statusId: CARD_STATUS.notSetUp });
    listenWith(() => 'refuse');
    const answer = await setGoods(card, [301]);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('отказала');
    const after = await api.get(`/api/card/${card.id}`, { token: company.admin.token });
    expect(after.body.data.status.id).toBe(CARD_STATUS.notSetUp);
    expect(listEnabled(after.body.data)).toEqual([]);
  });
});

describe('§1.10 limits', () => {
  test('§9.25 a card of partner 2 without a limit shows an empty daily one in rubles', async () => {
    const card = await givenCard(api, company.id);
    const { body } = await api.get(`/api/card/${card.id}`, { token: company.admin.token });
    expect(body.data.limit).toMatchObject({ unit_count: 0, unit: { id: 'sum' }, period: { id: 'P1D' } });
  });

  test('§7.30 §9.23 limits are stored in kopecks, for all groups unless named, and sent on', async () => {
    const card = await givenCard(api, company.id);
    const answer = await setLimit(card, { unit_count: '1 500,50' });
    expect(answer.status).toBe(200);
    expect(answer.body.data.limit).toEqual({
      unit_count: 1500.5,
      unit: { id: 'sum', title: 'рубли' },
      period: { id: 'P1D', title: 'сутки' },
      spent: 0,
      left: 1500.5,
      source: 'card',
    });
    expect(answer.body.data.goodsGroups.map((group: { type: number }) => group.type)).toEqual([3, 4, 5]);
    expect((await atNetwork(card))?.limit).toEqual({
      count: 1500_50,
      unit: 'sum',
      period: 'P1D',
      goodsGroups: [],
    });
  });

  test('§1.11 limits and goods hold at the very next fuelling', async () => {
    const card = await givenCard(api, company.id, { balanceKopecks: 10_000_00 });
    await setGoods(card, [301]);
    await setLimit(card, { unit_count: 1000 });
    const fuel = (goodsId: number, litres: number) =>
      api.ctx.simulated?.fuel({
        card_number: card.number,
        goods_id: goodsId,
        litres,
        unit_price: 60,
        address: 'Химки',
      });
    expect(await fuel(402, 1)).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('АИ-95'),
    });
    expect(await fuel(301, 20)).toMatchObject({ outcome: 'refused', reason: 'Превышен лимит карты' });
    expect(await fuel(301, 10)).toMatchObject({ outcome: 'sold' });
  });

  test('§9.24 limits in litres for a month and one group use the card’s own format', async () => {
    const card = await givenCard(api, company.id);
    const input = {
      unit_count: 120.75,
      unit_type: 'amount',
      period: 'P1M',
      goodsGroups: [{ type: 3, value: 'ДТ' }],
    };
    const answer = await setLimit(card, input);
    expect(answer.body.data.limit).toMatchObject({
      unit_count: 120.75,
      unit: { id: 'amount' },
      period: { id: 'P1M' },
    });
    expect(answer.body.data.goodsGroups).toEqual([{ type: GOODS_TREE.diesel, value: 'Дизельное топливо' }]);
    expect((await atNetwork(card))?.limit).toMatchObject({ count: 120_75, goodsGroups: [3] });
  });

  test.each([
    ['P1W', 'неделя'],
    ['P3M', 'квартал'],
  ])(
    'calls 4: a limit of %s is stored, enforced by the network, shown with its label',
    async (period, title) => {
      const card = await givenCard(api, company.id);
      const { body } = await setLimit(card, { unit_count: 9000, period });
      expect(body.data.limit).toMatchObject({ period: { id: period, title }, spent: 0, left: 9000 });
      expect((await atNetwork(card))?.limit).toMatchObject({ count: 9000_00, period });
    },
  );

  test('a period that the network can’t count is not offered, even for many cards', async () => {
    const card = await givenCard(api, company.id);
    const { getNetwork } = api.ctx;
    api.ctx.getNetwork = (id) => ({ ...getNetwork(id), limitPeriods: ['P1D'] });
    const read = await api.get(`/api/card/${card.id}`, { token: company.admin.token });
    const refused = await setLimit(card, { period: 'P3M' });
    const day = await setLimit(card, { period: 'P1D' });
    const { body: many } = await api.post('/api/card/bulk/limit', {
      token: company.admin.token,
      json: { ...LIMIT, ids: [card.id], period: 'P3M' },
    });
    api.ctx.getNetwork = getNetwork;
    const message = 'Для карт этой сети лимит за квартал не задаётся';
    expect(read.body.data.limit_periods).toEqual(['P1D']);
    expect([refused.status, refused.body.error_messages]).toEqual([400, { period: [message] }]);
    expect(day.status).toBe(200);
    expect(many.data.results).toMatchObject([{ id: card.id, ok: false, message }]);
    expect(new Set(receivedBy(card, 'set-limit'))).toHaveProperty('size', 1);
  });

  test('a limit is taken off whatever period is named with it', async () => {
    const card = await givenCard(api, company.id);
    const { getNetwork } = api.ctx;
    api.ctx.getNetwork = (id) => ({ ...getNetwork(id), limitPeriods: ['P1D'] });
    const none = await setLimit(card, { period: 'P3M', unit_count: 0 });
    api.ctx.getNetwork = getNetwork;
    expect(none.status).toBe(200);
    expect(none.body.data.limit).toMatchObject({ unit_count: 0 });
  });

  test('cards of a network without limits offer no period', async () => {
    const card = await givenCard(api, company.id, { partnerId: PARTNER.rn });
    const { body } = await api.get(`/api/card/${card.id}`, { token: company.admin.token });
    expect(body.data.limit_periods).toEqual([]);
  });

  test('calls 1: a diesel limit in JSON names its groups as the form does', async () => {
    const card = await givenCard(api, company.id);
    for (const groups of [[3], ['3'], 3]) {
      const answer = await setLimit(card, { 'goodsGroups[]': groups });
      expect(answer.body.data.goodsGroups).toEqual([{ type: GOODS_TREE.diesel, value: 'Дизельное топливо' }]);
    }
    expect((await setLimit(card, { 'goodsGroups[]': ['x'] })).status).toBe(400);
  });

  test('§7.30 a form that names no group, an empty list, sets the limit for all groups', async () => {
    const card = await givenCard(api, company.id);
    const answer = await api.post(`/api/card/${card.id}/setLimit`, {
      token: company.admin.token,
      form: { ...LIMIT, 'goodsGroups[]': '' },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data.goodsGroups.map((group: { type: number }) => group.type)).toEqual([3, 4, 5]);
    const nothing = await api.post(`/api/card/${card.id}/setGoods`, {
      token: company.admin.token,
      form: { 'cg_ids[]': '' },
    });
    expect(nothing.body.error_messages).toEqual({ cg_ids: ['Выберите хотя бы один вид топлива'] });
  });

  test('§7.30 a list that a program sends as null counts as left out, not as a wrong number', async () => {
    const card = await givenCard(api, company.id);
    const answer = await setLimit(card, { goodsGroups: null });
    expect(answer.status).toBe(200);
    expect(answer.body.data.goodsGroups.map((group: { type: number }) => group.type)).toEqual([3, 4, 5]);
    const nothing = await api.post(`/api/card/${card.id}/setGoods`, {
      token: company.admin.token,
      json: { cg_ids: null },
    });
    expect(nothing.body.error_messages).toEqual({ cg_ids: ['Выберите хотя бы один вид топлива'] });
  });

  test('limits of zero, as shown for a card without one, are taken away', async () => {
    const card = await givenCard(api, company.id);
    await setLimit(card);
    const answer = await setLimit(card, { unit_count: 0 });
    expect(answer.body.data.limit).toMatchObject({ unit_count: 0, unit: { id: 'sum' } });
    expect((await atNetwork(card))?.limit).toBeNull();
  });

  test('refused by the network come back as they were', async () => {
    const card = await givenCard(api, company.id);
    await setLimit(card, { unit_count: 100 });
    listenWith(() => 'refuse');
    expect((await setLimit(card, { unit_count: 200 })).status).toBe(400);
    const { body } = await api.get(`/api/card/${card.id}`, { token: company.admin.token });
    expect(body.data.limit.unit_count).toBe(100);
  });
});

describe('a network that does not answer', () => {
  let silent: TestApi;
  let theirs: GivenCompany;

  beforeAll(async () => {
    // Without the queue and with a zero timeout, the test decides when to send to the network.
    silent = await startApi({ jobs: false, env: { NETWORK_PATIENCE_MS: '0' } });
    theirs = await givenCompany(silent);
  });

  afterAll(() => silent.stop());

  const choose = (card: GivenCard, ids: number[]) =>
    silent.post(`/api/card/${card.id}/setGoods`, { token: theirs.admin.token, json: { cg_ids: ids } });

  async function goodsAtNetwork(card: GivenCard): Promise<number[] | undefined> {
    return (await readAtNetwork(silent, card))?.goodsIds;
  }

  async function listChanges(card: GivenCard) {
    return rows(
      silent.ctx.db.system,
      sql<{ state: string; attempts: number }>`
        select state, attempts from card_change where card_id = ${card.id} order by id`,
    );
  }

  test('the choice stands, and is sent again under the same id until the network has it', async () => {
    const card = await givenCard(silent, theirs.id, { statusId: CARD_STATUS.notSetUp });
    const answer = await choose(card, [301]);
    expect(answer.body.data.status.id).toBe(CARD_STATUS.active);
    const ids = new Set<string>();
    let moods: ('drop' | undefined)[] = ['drop', 'drop', undefined];
    silent.setMood((command) => {
      ids.add(command.requestId);
      return moods.shift();
    });
    await syncCard(silent.ctx, card.id);
    expect(await listChanges(card)).toEqual([{ state: 'waiting', attempts: 1 }]);
    moods = [];
    await syncCard(silent.ctx, card.id);
    expect(await listChanges(card)).toEqual([{ state: 'done', attempts: 2 }]);
    expect(ids.size).toBe(1);
    expect(await goodsAtNetwork(card)).toEqual([301]);
  });

  test('§7.31 a network that refuses late: the card shows a pending, then a refused choice', async () => {
    const card = await givenCard(silent, theirs.id);
    const read = async () =>
      (await silent.get(`/api/card/${card.id}`, { token: theirs.admin.token })).body.data.choices;
    expect(await read()).toEqual([]);
    const answer = await choose(card, [301]);
    const [requested] = answer.body.data.choices;
    expect(answer.body.data.choices).toEqual([
      { id: expect.any(Number), kind: 'goods', state: 'waiting', reason: null },
    ]);
    silent.setMood(() => 'refuse');
    await syncCard(silent.ctx, card.id);
    silent.setMood(() => undefined);
    const refused = { ...requested, state: 'refused', reason: expect.any(String) };
    expect(await read()).toEqual([refused]);
    const list = await silent.get('/api/card', { token: theirs.admin.token });
    expect(list.body.data.find(({ id }: { id: number }) => id === card.id).choices).toEqual([refused]);
    await choose(card, [302]);
    await syncCard(silent.ctx, card.id);
    expect(await read()).toEqual([]);
  });

  test('a choice continues in another process after the one that sent it died', async () => {
    const card = await givenCard(silent, theirs.id);
    await choose(card, [402]);
    // The one that claimed it never came back.
    await sql`update card_change set claimed_until = ${new Date(silent.clock.now().getTime() + 30_000)}, attempts = 1
      where card_id = ${card.id}`.execute(silent.ctx.db.system);
    await syncCard(silent.ctx, card.id);
    expect(await listChanges(card)).toEqual([{ state: 'waiting', attempts: 1 }]);
    silent.clock.advanceSeconds(31);
    await retryCardSync(silent.ctx);
    expect(await dueTimes(silent, `card:${card.id}`)).toHaveLength(1);
    await syncCard(silent.ctx, card.id);
    expect(await listChanges(card)).toEqual([{ state: 'done', attempts: 2 }]);
  });

  test('a network that accepts late gets a newer choice afterwards, which stays', async () => {
    const card = await givenCard(silent, theirs.id);
    await choose(card, [301]);
    silent.setMood(() => 'late');
    await syncCard(silent.ctx, card.id);
    silent.setMood(() => undefined);
    await choose(card, [402]);
    await choose(card, [501]);
    await syncCard(silent.ctx, card.id);
    expect((await listChanges(card)).map((item) => item.state)).toEqual(['waiting', 'superseded', 'waiting']);
    silent.clock.advanceSeconds(61);
    await syncCard(silent.ctx, card.id);
    expect((await listChanges(card)).map((item) => item.state)).toEqual(['done', 'superseded', 'done']);
    expect(await goodsAtNetwork(card)).toEqual([501]);
  });

  test('a refusal of an older choice restores what stood before the first of them', async () => {
    const card = await givenCard(silent, theirs.id, { statusId: CARD_STATUS.notSetUp });
    await choose(card, [301]);
    silent.setMood(() => 'drop');
    await syncCard(silent.ctx, card.id);
    // The dropped answer was a success, so this makes the network forget the command.
    await sql`update card_change set request_id = gen_random_uuid() where card_id = ${card.id}`.execute(
      silent.ctx.db.system,
    );
    await choose(card, [402]);
    silent.setMood(() => 'refuse');
    await syncCard(silent.ctx, card.id);
    expect((await listChanges(card)).map((item) => item.state)).toEqual(['refused', 'refused']);
    const { body } = await silent.get(`/api/card/${card.id}`, { token: theirs.admin.token });
    expect(body.data.status.id).toBe(CARD_STATUS.notSetUp);
    expect(listEnabled(body.data)).toEqual([]);
  });

  describe('refuses the first goods late', () => {
    async function givenCardBlockedBefore(): Promise<{ card: GivenCard; blockId: number }> {
      const card = await givenCard(silent, theirs.id, { statusId: CARD_STATUS.notSetUp });
      await choose(card, [301]);
      const { body } = await changeStatus(card);
      return { card, blockId: body.data.inProgressOperations[0].id };
    }

    const changeStatus = (card: GivenCard) =>
      silent.post(`/api/card/${card.id}/changeStatus`, { token: theirs.admin.token, form: {} });

    async function networkAnswers(operationId: number): Promise<void> {
      silent.setMood(() => undefined);
      await carryOutOperation(silent.ctx, operationId);
      silent.clock.advanceSeconds(4);
      await silent.pollNetworks();
    }

    async function expectGoodsRefused(card: GivenCard): Promise<void> {
      silent.setMood((command) => (command.kind === 'set-goods' ? 'refuse' : undefined));
      await syncCard(silent.ctx, card.id);
    }

    /** Other networks than the simulated one block what is not set up. */
    async function networkHasItActive(card: GivenCard): Promise<void> {
      await askOwner(silent, 'update simulated_network.card set status = 1 where card_number = $1', [
        card.number,
      ]);
    }

    async function readStatus(card: GivenCard): Promise<number> {
      const { body } = await silent.get(`/api/card/${card.id}`, { token: theirs.admin.token });
      expect(listEnabled(body.data)).toEqual([]);
      return body.data.status.id;
    }

    test.each(['before', 'after'])(
      '§4.2 §4.5 a card blocked %s it stays blocked, and unblocked it is not set up',
      async (moment) => {
        const { card, blockId } = await givenCardBlockedBefore();
        await networkHasItActive(card);
        if (moment === 'after') await expectGoodsRefused(card);
        await networkAnswers(blockId);
        if (moment === 'before') await expectGoodsRefused(card);
        expect(await readStatus(card)).toBe(CARD_STATUS.blocked);
        expect(await readAtNetwork(silent, card)).toMatchObject({ status: CARD_STATUS.blocked });
        const { body } = await changeStatus(card);
        await networkAnswers(body.data.inProgressOperations[0].id);
        expect(await readStatus(card)).toBe(CARD_STATUS.notSetUp);
      },
    );

    test('§4.2 a card whose network refuses the first goods late, then the block, is not set up', async () => {
      const { card, blockId } = await givenCardBlockedBefore();
      await expectGoodsRefused(card);
      await networkAnswers(blockId);
      expect(await readStatus(card)).toBe(CARD_STATUS.notSetUp);
    });
  });

  test('a network that takes two minutes over a choice does not undo the newer one', async () => {
    const card = await givenCard(silent, theirs.id);
    await choose(card, [301]);
    let goodsIds: number[] = [];
    /** A process whose network, like a real one, does not recognise a repeated command. */
    const withHook = (before: () => Promise<void>): Context => {
      const network = silent.ctx.getNetwork(card.partnerId);
      const send = async (command: NetworkCommand) => {
        await before();
        if (command.kind === 'set-goods') ({ goodsIds } = command);
        return { state: 'done' } as const;
      };
      return { ...silent.ctx, getNetwork: () => ({ ...network, send }) };
    };
    let newer: number[] | null = [402];
    const slow = withHook(async () => {
      if (!newer) return;
      silent.clock.advanceSeconds(120);
      await choose(card, newer);
      newer = null;
      await syncCard(
        withHook(() => Promise.resolve()),
        card.id,
      );
    });
    await syncCard(slow, card.id);
    expect((await listChanges(card)).map((item) => item.state)).toEqual(['done', 'done']);
    expect(goodsIds).toEqual([402]);
  });

  test('two processes that send a choice at once send it once', async () => {
    const card = await givenCard(silent, theirs.id);
    await choose(card, [301]);
    let times = 0;
    silent.setMood(() => {
      times += 1;
      return undefined;
    });
    await Promise.all([
      syncCard(silent.ctx, card.id),
      syncCard(silent.ctx, card.id),
      syncCard(silent.ctx, card.id),
    ]);
    expect(times).toBe(1);
    expect(await waiting(card)).toEqual([]);
  });
});
