import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import { givenChat, messagesIn, takeWaitingUpdates } from '../../../../testing/channels.ts';
import {
  givenCard,
  givenCompany,
  type GivenCard,
  type GivenCompany,
} from '../../../../testing/givens/factories.ts';
import { sendDueNotices } from '../../../../testing/notices.ts';
import { decide, type StoredRule } from '../purchase/decide.ts';
import { maintainRules } from '../maintain-rules.ts';
import { computeSmallestRaise, raiseRules } from '../purchase/raise-rules.ts';
import { NOTHING_SPENT, type PurchaseFacts } from '../purchase/rule-kind.ts';
import { watchSales } from '../purchase/watch-sales.ts';

let api: TestApi;
let company: GivenCompany;
beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api);
});
afterAll(() => api.stop());

async function givenRuledCard(of = company): Promise<GivenCard> {
  const rules = [{ kind: 'litres_once', value: 100 }];
  const card = await givenCard(api, of.id, { balanceKopecks: 1_000_000_00 });
  await api.put(`/api/card/${card.id}/rules`, { token: of.admin.token, json: { rules } });
  return card;
}

async function fuel(card: GivenCard, litres: number) {
  const json = { card_number: card.number, goods_id: 301, litres, unit_price: 70, address: 'М-4, 120 км' };
  const { data } = (await api.post('/dev/fuel', { json })).body;
  await watchSales(api.ctx);
  return data;
}

async function proposals(card: GivenCard, state = 'proposed') {
  const { body } = await api.get(`/api/exceptions?state=${state}`, { token: company.admin.token });
  return body.data.filter((item: { card_id: number }) => item.card_id === card.id);
}

const call = (path: string, json: object = {}) =>
  api.post(`/api/exceptions${path}`, { token: company.admin.token, json });

test('a refusal by a rule proposes the least raise that would have let it pass', async () => {
  const card = await givenRuledCard();
  expect((await fuel(card, 70)).sold).toBe(true);
  expect((await fuel(card, 50)).sold).toBe(false);
  const [proposed] = await proposals(card);
  expect(proposed).toMatchObject({ state: 'proposed', title: 'Предложено', asked_by: null, litres: 50 });
  expect(proposed.raises).toMatch(/^Литры всего: на 20\sл больше$/);
  await call(`/${proposed.id}/approve`);
  expect((await fuel(card, 51)).sold).toBe(false);
  expect((await fuel(card, 50)).sold).toBe(true);
  expect((await fuel(card, 1)).sold).toBe(false);
});

test('a sum that the approver has named is part of what the exception changes', async () => {
  const card = await givenCard(api, company.id, { balanceKopecks: 1_000_000_00 });
  const rules = [{ kind: 'sum_once', value: 1000 }];
  await api.put(`/api/card/${card.id}/rules`, { token: company.admin.token, json: { rules } });
  await fuel(card, 50);
  const [proposed] = await proposals(card);
  const { data } = (await call(`/${proposed.id}/approve`, { sum: 3000 })).body;
  expect(data.raises).toMatch(/: на 3\s000\s₽ больше$/);
  // Of the 4 000 ₽ of both, 57 litres at 70 ₽ are the most.
  expect((await fuel(card, 58)).sold).toBe(false);
  expect((await fuel(card, 57)).sold).toBe(true);
});

test('repeated refusals leave one proposal, and a request takes its place', async () => {
  const card = await givenRuledCard();
  await fuel(card, 150);
  await fuel(card, 120);
  const [proposed, ...others] = await proposals(card);
  expect([proposed.litres, others]).toEqual([120, []]);
  await call('', { card_id: card.id, goods_id: 301, litres: 110, reason: 'Рейс' });
  expect(await proposals(card)).toEqual([]);
  const { status, body } = await call(`/${proposed.id}/approve`);
  expect([status, body.message]).toEqual([409, 'Просьба закрыта: её заменила новая']);
  await fuel(card, 130);
  expect(await proposals(card)).toEqual([]);
  // Nothing has run out yet: a day is not over.
  expect(new Set((await proposals(card, 'lapsed')).map(({ title }: { title: string }) => title))).toEqual(
    new Set(['Заменено новой просьбой']),
  );
});

test('an approved proposal that ran out is not shown as replaced by a later one', async () => {
  const card = await givenRuledCard();
  await fuel(card, 150);
  const [approved] = await proposals(card);
  await call(`/${approved.id}/approve`, {});
  await fuel(card, 400);
  expect(await proposals(card)).toMatchObject([{ litres: 400 }]);
  api.clock.advanceSeconds(6 * 3600);
  await maintainRules(api.ctx);
  expect(await proposals(card, 'lapsed')).toMatchObject([{ id: approved.id, title: 'Срок вышел' }]);
});

test('a refusal for another reason than a rule proposes nothing', async () => {
  const card = await givenCard(api, company.id, { balanceKopecks: 100_00 });
  expect((await fuel(card, 90)).declined.code).toBe('money');
  expect(await proposals(card)).toEqual([]);
});

test('an unused proposal expires after a day', async () => {
  const card = await givenRuledCard();
  await fuel(card, 150);
  api.clock.advanceSeconds(24 * 3600);
  await maintainRules(api.ctx);
  expect(await proposals(card)).toEqual([]);
  expect(await proposals(card, 'lapsed')).toMatchObject([{ title: 'Срок вышел' }]);
});

test('the notice of the refusal has a button that lets this purchase pass', async () => {
  const own = await givenCompany(api);
  const chat = await givenChat(api, own.admin);
  const card = await givenRuledCard(own);
  await fuel(card, 150);
  await sendDueNotices(api);
  const message = (await messagesIn(api, chat)).find(({ title }) => title.startsWith('Отказ на заправке'))!;
  expect(message.buttons.map(({ label }) => label)).toEqual(['Разрешить эту заправку']);
  await api.post('/dev/chats/press', { json: { message: message.id, button: message.buttons[0]!.id } });
  await takeWaitingUpdates(api);
  expect((await fuel(card, 150)).sold).toBe(true);
});

const amount = fc.integer({ min: 1, max: 1_000_00 });

test('for any limits and purchase the raise is the least that passes, to a hundredth', () => {
  const kinds = fc.subarray(['litres_day', 'sum_day', 'litres_month', 'sum_month'] as const, {
    minLength: 1,
  });
  const names = { goods: () => '', networks: () => '' };
  fc.assert(
    fc.property(
      kinds,
      fc.array(amount, { minLength: 4, maxLength: 4 }),
      amount,
      amount,
      amount,
      (chosen, values, litres, sum, spent) => {
        const effective = chosen.map((kind, at) => ({
          rule: { kind, value: values[at]! / 100, since: '' } as StoredRule,
          layer: 'card' as const,
        }));
        const used = { litres: spent, sum: spent };
        const facts = {
          at: new Date(),
          centilitres: litres,
          sumKopecks: sum,
          spent: { ...NOTHING_SPENT, day: used, month: used },
        } as PurchaseFacts;
        const broken = decide(effective, facts, names).map(({ rule }) => rule);
        const raises = computeSmallestRaise(effective, facts);
        expect(Object.keys(raises).toSorted()).toEqual(broken.toSorted());
        const live = {
          id: 1,
          rules: broken,
          centilitres: litres,
          sumKopecks: sum,
          until: new Date(),
          raises,
        };
        expect(decide(raiseRules(effective, [live]), facts, names)).toEqual([]);
        for (const kind of broken) {
          const less = { ...live, raises: { ...raises, [kind]: raises[kind]! - 1 } };
          expect(decide(raiseRules(effective, [less]), facts, names).map(({ rule }) => rule)).toEqual([kind]);
        }
      },
    ),
  );
});
