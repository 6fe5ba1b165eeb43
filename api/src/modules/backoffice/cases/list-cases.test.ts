import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CARD_STATUS, OPERATION_STATUS, OPERATION_TYPE, PARTNER } from '#contract/ids.ts';
import { getOnlyRow } from '../../../db/database.ts';
import { carryOutDue } from '../../../testing/givens/carry-out-due.ts';
import type { TestApi } from '../../../testing/api.ts';
import { givenCard, type GivenCard, type GivenCompany } from '../../../testing/givens/factories.ts';
import { givenOrder } from '../../../testing/givens/given-order.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import {
  givenReliableCard,
  givenUnclearBlock,
  givenUnclearChoice,
  givenUnclearOrder,
  setUpUnsettled,
  type Listed,
  type UnsettledCalls,
} from '../../../testing/givens/given-unsettled.ts';
import { syncCard } from '../../cards/cards/sync-card.ts';
import { carryOutOperation } from '../../fuel/settlement/carry-out-operation.ts';
import { storeUnreadable } from '../../fuel/sales/unreadable-sales.ts';
import { MAX_CASES } from '../../cards/commands/cases.ts';
import { approveOrder } from '../../orders/orders/approve-order.ts';
import { askForCards } from '../../orders/orders/ask-for-cards.ts';

let api: TestApi;
let company: GivenCompany;
let card: GivenCard;
let calls: UnsettledCalls;

beforeAll(async () => {
  ({ api, calls } = await setUpUnsettled());
});

afterAll(() => api?.stop());

beforeEach(async () => {
  ({ company, card } = await givenReliableCard(api));
});

const common = () => ({
  company: { id: company.id, inn: company.inn },
  partner: { id: card.partnerId },
  card_number: card.number,
});

/** Its network already has another command under this id. */
async function corrupt(table: string, column: string, where: ReturnType<typeof sql>): Promise<number> {
  const found = await getOnlyRow(
    api.ctx.db.system,
    sql<{ id: number; request_id: string }>`
      select id, ${sql.ref(column)} as request_id from ${sql.table(table)} where ${where} order by id desc limit 1`,
  );
  const { number: cardNumber } = await givenCard(api, company.id);
  await api.ctx
    .getNetwork(PARTNER.gpn)
    .send({ kind: 'set-limit', requestId: found.request_id, cardNumber, limit: null });
  return found.id;
}

async function givenUnreadable(text: string): Promise<Listed> {
  const key = `record-${text.length}-${Math.random()}`;
  await storeUnreadable(api.ctx, PARTNER.rn, [{ key, text, problem: 'Value: expected number' }]);
  const { body } = await calls.list('?kind=record');
  return body.data[0];
}

describe('cases on the staff screen', () => {
  test('a block has what was sent, how often, since when, and the network’s response', async () => {
    const since = api.clock.now().toISOString();
    const id = await givenUnclearBlock(api, company, card);
    expect(await calls.find('block', id)).toMatchObject({
      ...common(),
      asked: 'Блокировка карты',
      since,
      attempts: 2,
      last_word: { said: 'Исполнение не подтверждено', heard_at: api.clock.now().toISOString() },
      deeds: ['ask', 'executed', 'not-executed'],
    });
  });

  test('a choice of goods and a limit is described in Russian', async () => {
    const goods = await givenUnclearChoice(api, company, card, [301, 402]);
    expect(await calls.find('choice', goods)).toMatchObject({
      ...common(),
      asked: 'Услуги: ДТ, АИ-95',
      attempts: 2,
      last_word: { said: 'Исполнение не подтверждено' },
    });
    const other = await givenCard(api, company.id);
    await api.post(`/api/card/${other.id}/setLimit`, {
      token: company.admin.token,
      json: { unit_count: 5000, unit_type: 'sum', period: 'P1D' },
    });
    api.setMood(() => 'drop');
    await syncCard(api.ctx, other.id);
    api.clock.advanceSeconds(601);
    const { body } = await calls.list('?kind=choice');
    expect(body.data[0]).toMatchObject({
      card_number: other.number,
      asked: 'Лимит 5\u00a0000,00\u00a0₽ за сутки',
      last_word: { said: expect.stringMatching(/^Не отвечает/) },
    });
  });

  test('a command that the network can’t read, so a retry is useless: what went wrong', async () => {
    const { token } = company.admin;
    await api.post(`/api/card/${card.id}/changeStatus`, { token, form: {} });
    const other = await givenCard(api, company.id);
    await api.post(`/api/card/${other.id}/setGoods`, { token, json: { cg_ids: [301] } });
    const { id: orderId, itemIds } = await givenOrder(api, company.admin);
    await approveOrder(api.ctx, orderId);
    const block = await corrupt('operation', 'network_request_id', sql`card_id = ${card.id}`);
    const choice = await corrupt('card_change', 'request_id', sql`card_id = ${other.id}`);
    const item = await corrupt('card_request_item', 'network_request_id', sql`id = ${itemIds[0]}`);
    await expect(carryOutOperation(api.ctx, block)).rejects.toThrow(/refuses the call/);
    await expect(syncCard(api.ctx, other.id)).rejects.toThrow(/refuses the call/);
    await expect(askForCards(api.ctx, item)).rejects.toThrow(/refuses the call/);
    api.clock.advanceSeconds(601);
    for (const [kind, id] of [
      ['block', block],
      ['choice', choice],
      ['order', item],
    ] as const) {
      const last_word = { said: expect.stringMatching(/^Команду не удалось передать \(.*refuses the call/) };
      expect(await calls.find(kind, id)).toMatchObject({ last_word });
    }
  });

  test('an order: its request, and how many cards are missing', async () => {
    const { itemId, orderId } = await givenUnclearOrder(api, company);
    expect(await calls.find('order', itemId)).toMatchObject({
      company: { id: company.id },
      card_number: null,
      asked: `Заявка № ${orderId}, карт: 2`,
      last_word: { said: 'Исполнение не подтверждено' },
      deeds: ['ask', 'not-executed'],
    });
  });

  test('a card with a debt that its network refuses to block, with the reason', async () => {
    api.setMood(() => 'refuse');
    await givenSales(api, card, [{ sum: 1000_00, at: api.clock.now().toISOString() }]);
    api.clock.advanceSeconds(6);
    await carryOutDue(api);
    await api.pollNetworks();
    api.setMood(() => undefined);
    expect(await calls.find('debtor', card.id)).toMatchObject({
      ...common(),
      asked: 'Блокировка карты с долгом',
      attempts: 1,
      last_word: { said: expect.stringMatching(/Сеть отказала/) },
      deeds: ['ask'],
    });
  });

  test('a sale on a card that is not ours, with everything that the network wrote', async () => {
    const unknownCard = { id: 0, number: '7005000000000001', partnerId: PARTNER.gpn };
    await givenSales(api, unknownCard, [{ sum: 123_45, at: '2026-09-15T08:30:00Z', goods: 'АИ-95' }]);
    const { body } = await calls.list('?kind=sale');
    expect(body.data[0]).toMatchObject({
      company: null,
      card_number: unknownCard.number,
      asked: 'Продажа',
      problem: 'Такой карты у нас нет',
      deeds: ['close'],
    });
    expect(body.data[0].details).toEqual(
      expect.arrayContaining([
        { label: 'Время', value: '15.09.2026 11:30' },
        { label: 'Товар', value: 'АИ-95' },
        { label: 'Сумма', value: '123,45\u00a0₽' },
      ]),
    );
  });

  test.each(['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.000Z'])(
    'one sale with an empty date, as programs write it (%s), hides nothing else',
    async (at) => {
      const unknownCard = { id: 0, number: '7005000000000002', partnerId: PARTNER.gpn };
      await givenSales(api, unknownCard, [{ sum: 123_45, at }]);
      const { status, body } = await calls.list('?kind=sale');
      expect(status).toBe(200);
      expect(body.data[0].details).toContainEqual({ label: 'Время', value: at });
    },
  );

  test('a sale of the year 1900 is shown with its day, as any later one', async () => {
    const unknownCard = { id: 0, number: '7005000000000003', partnerId: PARTNER.gpn };
    await givenSales(api, unknownCard, [{ sum: 123_45, at: '1900-03-01T09:00:00.000Z' }]);
    const { body } = await calls.list('?kind=sale');
    const time = { label: 'Время', value: expect.stringMatching(/^01\.03\.1900/) };
    expect(body.data[0].details).toContainEqual(time);
  });

  test('an unreadable record: its fields as the network named them', async () => {
    const listed = await givenUnreadable('{"Code":7,"Card":"7826","Value":null,"Nested":{"a":1}}');
    expect(listed).toMatchObject({
      company: null,
      problem: 'Поле «Value» пустое',
      details: [
        { label: 'Code', value: '7' },
        { label: 'Card', value: '7826' },
        { label: 'Value', value: 'пусто' },
        { label: 'Nested', value: '{"a":1}' },
        { label: 'Запись журнала', value: 'Value: expected number' },
      ],
      deeds: ['close'],
    });
  });

  test.each([
    ['a number', '17'],
    ['a list', '[1,2]'],
    ['cut off in the middle', '{"Code":7,"Value":"1'],
    ['broken in a letter', '"\ud83d"'],
  ])('a record that is no object (%s) is shown and hides no other', async (_, text) => {
    expect((await givenUnreadable(text)).details).toMatchObject([{ label: 'Запись' }, {}]);
  });

  test('no secret that a network happens to write into its record', async () => {
    const listed = await givenUnreadable(
      '{"Card":"7826","pin":"1234","AccessToken":"qwerty","in":{"password":"hidden"}}',
    );
    expect(JSON.stringify(listed)).not.toMatch(/1234|qwerty|hidden/);
    expect(JSON.stringify(await givenUnreadable('{"api_key":"qwerty'))).not.toMatch(/qwerty/);
  });
});

describe('list of cases', () => {
  test('the list of cases refuses a kind that does not exist', async () => {
    const answer = await calls.list('?kind=movement');
    expect([answer.status, answer.body.message]).toEqual([400, 'Неизвестный вид']);
  });

  test('never grows past 200, newest first, and says how many there are', async () => {
    const { body: before } = await calls.list();
    await sql`
      insert into network_orphan (partner_id, external_id, event, seen_at, reason)
      select 1, 'illegible:many-' || n, '{"illegible": "{}"}', ${api.clock.now()}::timestamptz + n * interval '1 second',
        'illegible: x' from generate_series(1, 205) n`.execute(api.ctx.db.system);
    const { body } = await calls.list();
    expect(body.data).toHaveLength(200);
    expect(body.meta.totals.record).toBe(before.meta.totals.record + 205);
    const moments = (body.data as { since: string }[]).map((item) => item.since);
    expect(moments).toEqual([...moments].sort().reverse());
    const { body: blocks } = await calls.list('?kind=block');
    expect(blocks.data.map((block: Listed) => block.kind)).not.toContain('record');
    expect(blocks.meta.totals).toEqual(body.meta.totals);
  });

  test('of more cards with a debt than are read the newest are listed', async () => {
    await givenSales(api, card, [{ sum: 1000_00, at: api.clock.now().toISOString() }]);
    const { rows } = await sql<{ id: number }>`
      with made as (
        insert into card (company_id, partner_id, card_number, status_id, goods_ids, created_at, shortfall_kopecks)
        select ${company.id}, ${card.partnerId}, '79' || lpad(n::text, 14, '0'), ${CARD_STATUS.active}, '{}', now(), 1
        from generate_series(1, ${MAX_CASES + 1}) n returning id, company_id, partner_id
      )
      insert into operation (company_id, card_id, partner_id, type_id, status_id, sum_kopecks, created_at, finished_at, reason)
      select company_id, id, partner_id, ${OPERATION_TYPE.blocking}, ${OPERATION_STATUS.failed}, 0, now(),
        ${api.clock.now()}::timestamptz + row_number() over (order by id) * interval '1 second', 'Сеть отказала'
      from made returning card_id as id`.execute(api.ctx.db.system);
    const { body } = await calls.list('?kind=debtor');
    expect(body.meta.totals.debtor).toBeGreaterThan(MAX_CASES);
    expect(body.data[0].id).toBe(Math.max(...rows.map(({ id }) => id)));
  });

  test('the list leaves out what waits for less than ten minutes, or was not sent yet', async () => {
    await api.post(`/api/card/${card.id}/changeStatus`, { token: company.admin.token, form: {} });
    await givenUnclearChoice(api, company, await givenCard(api, company.id));
    const { body } = await calls.list('?kind=block');
    // The block was requested eleven minutes ago, and the network has not been notified so far.
    expect((body.data as Listed[]).map((listed) => listed.card_number)).not.toContain(card.number);
  });
});
