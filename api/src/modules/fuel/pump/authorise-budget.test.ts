import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { kopecks } from '#contract/kopecks.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCard,
  givenCompany,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import type { FuelQuestion } from '../authorisations/authorisations.ts';
import { authoriseFuel } from '../authorisations/authorise-fuel.ts';

const KEY = 'network-2-asks-the-portal-0001';
const STATION = 'АЗС № 12, М-4 «Дон», 45-й км, Московская область';

let api: TestApi;
let company: GivenCompany;
let cards: [GivenCard, GivenCard];
let group: number;
let serial = 0;

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { NETWORK_2_INBOUND_KEY: KEY } });
});
afterAll(() => api.stop());

beforeEach(givenGroup);

/** Two cards that spend 150 litres a day together. */
async function givenGroup(): Promise<void> {
  company = await givenCompany(api);
  const { token } = company.admin;
  const givenRichCard = () => givenCard(api, company.id, { balanceKopecks: 50_000_00 });
  cards = [await givenRichCard(), await givenRichCard()];
  group = (await api.post('/api/card-groups', { token, json: { title: 'Отдел' } })).body.data.id;
  const ids = cards.map(({ id }) => id);
  const put = await api.post('/api/card-groups/cards', { token, json: { ids, group_id: group } });
  const rules = [{ kind: 'together_litres_day', value: 150 }];
  const set = await api.put(`/api/rules/groups/${group}`, { token, json: { rules } });
  expect([put.status, set.status]).toEqual([200, 200]);
}

const ask = (call: 'authorise' | 'settle' | 'release', json: object) =>
  api.post(`/api/network/v1/${call}`, { json, headers: { 'x-network-key': KEY } });

/** Asks for litres at 60 rubles. Returns the id of the question and how many litres are allowed. */
async function authorise(card: GivenCard, litres: number): Promise<{ id: string; most: number }> {
  serial += 1;
  const id = `budget-${serial}`;
  const about = { card_number: card.number, station: STATION, goods: 301, litres, sum: litres * 60 };
  const { status, body } = await ask('authorise', { ...about, request_id: id });
  expect(status).toBe(200);
  return { id, most: body.data.most_litres };
}

async function readSpent(): Promise<number> {
  const { data } = (await api.get('/api/rules/groups', { token: company.admin.token })).body;
  return data.find(({ id }: { id: number }) => id === group).budgets[0].spent;
}

test('pumps that ask at once never allow the cards of a group more than its budget', async () => {
  const [first, second] = cards;
  const answers = await Promise.all([first, second, first, second].map((card) => authorise(card, 100)));
  expect(answers.map(({ most }) => most).toSorted((a, b) => a - b)).toEqual([0, 0, 50, 100]);
  expect(await readSpent()).toBe(150);
});

test('a release gives the litres back to the group, and a smaller sale its rest', async () => {
  const [first, second] = cards;
  const open = await authorise(first, 100);
  expect((await authorise(second, 100)).most).toBe(50);
  await ask('release', { request_id: open.id });
  const sold = await authorise(first, 100);
  expect(sold.most).toBe(100);
  expect((await ask('settle', { request_id: sold.id, litres: 30, sum: 1800 })).status).toBe(200);
  expect(await readSpent()).toBe(80);
  expect((await authorise(second, 100)).most).toBe(70);
  await expectBooksToAgree(api);
});

test('a hold whose time is over gives its litres back without a release', async () => {
  const [first, second] = cards;
  await authorise(first, 150);
  expect((await authorise(second, 10)).most).toBe(0);
  api.clock.advanceSeconds(15 * 60);
  expect((await authorise(second, 150)).most).toBe(150);
});

test('a declined question leaves the budget of the card’s open filling as it is', async () => {
  const [first, second] = cards;
  await authorise(first, 150);
  expect((await authorise(first, 150)).most).toBe(0);
  expect(await readSpent()).toBe(150);
  expect((await authorise(second, 10)).most).toBe(0);
});

const asked = fc.record({
  card: fc.integer({ min: 0, max: 2 }),
  litres: fc.option(fc.integer({ min: 1, max: 90 }), { freq: 5 }),
  goods: fc.constantFrom(301, 301, 301, 900),
  /** Fewer ids than questions: some come twice, and some are another question's. */
  id: fc.nat(9),
});

test(
  'questions that are decided together get the answers of one after another',
  { timeout: 240_000 },
  async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(asked, { minLength: 4, maxLength: 10 }), async (questions) => {
        const answers: unknown[][] = [];
        for (const isTogether of [true, false]) {
          await givenGroup();
          const [first] = cards;
          const rules = [
            { kind: 'litres_day', value: 110 },
            { kind: 'fillings_day', value: 3 },
          ];
          await api.put(`/api/card/${first.id}/rules`, { token: company.admin.token, json: { rules } });
          run += 1;
          const answer = async ({
            card,
            litres,
            goods,
            id,
          }: (typeof questions)[number]): Promise<unknown> => {
            const question: FuelQuestion = {
              partnerId: 2,
              requestId: `twin-${run}-${id}`,
              shown: { cardNumber: cards[card]?.number ?? 'no card' },
              station: STATION,
              pump: null,
              goodsId: goods,
              centilitres: litres === null ? null : litres * 100,
              sum: kopecks((litres ?? 70) * 6000),
            };
            return authoriseFuel(api.ctx, question).then(
              ({ state, reason, maxCentilitres, maxKopecks }) => ({
                state,
                reason,
                maxCentilitres,
                maxKopecks,
              }),
              (error: Error) => error.message,
            );
          };
          const found: unknown[] = isTogether ? await Promise.all(questions.map(answer)) : [];
          if (!isTogether) for (const question of questions) found.push(await answer(question));
          answers.push(found);
          await expectBooksToAgree(api);
        }
        expect(answers[0]).toEqual(answers[1]);
      }),
      { numRuns: 3, seed: 44, endOnFailure: true },
    );
  },
);
