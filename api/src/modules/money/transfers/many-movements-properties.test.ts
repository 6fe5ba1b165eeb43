import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { rows } from '../../../db/database.ts';
import type { NetworkCommand } from '../../../gateways/fuel-network/fuel-network.ts';
import type { CardBehaviour } from '../../../gateways/fuel-network/simulator/receive-command.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  type GivenCard,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { carryOutOperation } from '../../fuel/settlement/carry-out-operation.ts';
import { compareCards } from '../../backoffice/reconciliation/compare-cards.ts';

/** Any lists in any order, several people at once, each sent several times, networks of every mood, against plain sums. */
let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { NETWORK_PATIENCE_MS: '0' } });
  api.setMood(chooseBehaviour);
});

afterAll(() => api?.stop());

const BEHAVIOURS: readonly CardBehaviour[] = [
  'normal',
  'twice',
  'late',
  'refuse',
  'drop',
  'normal',
  'normal',
];

/** The kopecks decide, so that a sequence that fails can be run again. */
function chooseBehaviour(command: NetworkCommand): CardBehaviour | undefined {
  return 'sumKopecks' in command ? BEHAVIOURS[command.sumKopecks % BEHAVIOURS.length] : 'normal';
}

const CARDS = 4;
const ON_ACCOUNT = 60_000;
const ON_CARD = 15_000;

interface ManyCardsMovement {
  mode: 0 | 1;
  lines: { card: number; sum: number }[];
  /** Number of simultaneous requests, each with the same key. */
  times: number;
}

type Step = { kind: 'at-once'; movements: ManyCardsMovement[] } | { kind: 'networks-work' | 'time-passes' };

const manyMovement: fc.Arbitrary<ManyCardsMovement> = fc.record({
  mode: fc.constantFrom(0 as const, 1 as const),
  lines: fc.uniqueArray(fc.record({ card: fc.nat(CARDS - 1), sum: fc.integer({ min: 1, max: 20_000 }) }), {
    selector: (line) => line.card,
    minLength: 1,
    maxLength: CARDS,
  }),
  times: fc.integer({ min: 1, max: 3 }),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('at-once' as const),
      movements: fc.array(manyMovement, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('networks-work' as const, 'time-passes' as const) }),
  },
);

interface PlayedCompany {
  companyId: number;
  people: GivenPerson[];
  cards: GivenCard[];
  /** Lines of every request that was answered with 200. */
  taken: { operationId: number; cardId: number; sum: number; mode: 0 | 1 }[];
}

test(
  'any lists in any order lose and double nothing, and the books agree',
  { timeout: 300_000 },
  async () => {
    const deadline = performance.now() + 10_000;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
        // Time is bounded: a slow machine plays fewer sequences.
        if (performance.now() > deadline) return;
        const played = await givenPlayer();
        for (const item of [...steps, ...ENDING]) {
          if (item.kind === 'at-once') await playAtOnce(played, item.movements);
          else if (item.kind === 'time-passes') api.clock.advanceSeconds(61);
          else await runNetworks(played);
          await expectPlainSums(played);
        }
        expect(
          (await listOperations(played)).filter((item) => item.status_id === OPERATION_STATUS.inProgress),
        ).toEqual([]);
        expect((await compareCards(api.ctx, 'command')).differences).toEqual([]);
      }),
      { numRuns: 20 },
    );
  },
);

/** In the end the networks have time to answer. */
const ENDING: Step[] = [{ kind: 'networks-work' }, { kind: 'time-passes' }, { kind: 'networks-work' }];

async function givenPlayer(): Promise<PlayedCompany> {
  const company = await givenCompany(api, { unallocatedKopecks: ON_ACCOUNT });
  const cards: GivenCard[] = [];
  while (cards.length < CARDS) cards.push(await givenCard(api, company.id, { balanceKopecks: ON_CARD }));
  const colleague = () => givenPerson(api, { companyId: company.id, role: 'manager' });
  const people = [company.admin, await colleague(), await colleague()];
  return { companyId: company.id, people, cards, taken: [] };
}

/** Each request has a user of its own. Each is sent several times under one key. */
async function playAtOnce(played: PlayedCompany, movements: readonly ManyCardsMovement[]): Promise<void> {
  api.clock.advanceSeconds(46);
  const requested = await Promise.all(movements.map((item, index) => prepare(played, item, index)));
  const answers = await Promise.all(requested.map(({ send }) => send()));
  for (const [index, replies] of answers.entries()) {
    const { mode } = movements[index] as ManyCardsMovement;
    const [first] = replies;
    for (const reply of replies) expect(reply).toEqual(first);
    expect([200, 400]).toContain(first?.status);
    if (movements.length === 1) expect(first?.status).toBe(requested[index]?.fits ? 200 : 400);
    for (const { card_id: cardId, operation_id: operationId, sum } of first?.movements ?? []) {
      played.taken.push({ operationId, cardId, sum: Math.round(sum * 100), mode });
    }
  }
}

interface Reply {
  status: number;
  movements: { card_id: number; operation_id: number; sum: number }[];
}

async function prepare(
  played: PlayedCompany,
  input: ManyCardsMovement,
  index: number,
): Promise<{ send: () => Promise<Reply[]>; fits: boolean }> {
  const person = played.people[index] as GivenPerson;
  const { token } = person;
  const lines = input.lines.map(({ card, sum }) => ({ card_id: played.cards[card]?.id, sum: sum / 100 }));
  const json = { mode: input.mode, aim: 'sum', lines };
  const { data } = (await api.post('/api/card/bulk/transaction/preview', { token, json })).body;
  const query = new URLSearchParams({
    purpose: input.mode === 1 ? 'transfers' : 'payouts',
    // A card that has too little is left out of the preview's list: the code is for another one then.
    subject: data.subject ?? `1:${'0'.repeat(64)}`,
    sum: String(data.total || 1),
  });
  await api.get(`/api/sms?${query}`, { token });
  const sms = api.lastCode(person.phone);
  const key = `many-${person.id}-${played.taken.length}-${index}-${api.clock.now().getTime()}`;
  const ask = { token, json: { mode: input.mode, lines, sms }, key };
  const send = () =>
    Promise.all(
      Array.from({ length: input.times }, async () => {
        const { status, body } = await api.post('/api/card/bulk/transaction', ask);
        return { status, movements: status === 200 ? body.data.movements : [] };
      }),
    );
  // If the preview moves every line and there is enough money, the request does too, unless another one comes before
  // it.
  return { send, fits: data.cards === lines.length && data.unallocated.after !== null };
}

function listOperations({ companyId }: PlayedCompany) {
  return rows(
    api.ctx.db.system,
    sql<{ id: number; card_id: number; type_id: number; status_id: number; sum_kopecks: number }>`
      select id, card_id, type_id, status_id, sum_kopecks from operation where company_id = ${companyId} order by id`,
  );
}

async function runNetworks(played: PlayedCompany): Promise<void> {
  for (const item of await listOperations(played))
    if (item.status_id === OPERATION_STATUS.inProgress) await carryOutOperation(api.ctx, item.id);
}

/** Expects one operation for each accepted line. Every place has the sum of these operations and nothing else. */
async function expectPlainSums(played: PlayedCompany): Promise<void> {
  const { companyId, cards, taken } = played;
  const operations = await listOperations(played);
  expect(
    operations.map((operation) => [
      operation.id,
      operation.card_id,
      operation.type_id,
      operation.sum_kopecks,
    ]),
  ).toEqual(
    taken
      .toSorted((a, b) => a.operationId - b.operationId)
      .map(({ operationId, cardId, mode, sum }) => [
        operationId,
        cardId,
        mode === 1 ? OPERATION_TYPE.topUp : OPERATION_TYPE.payout,
        sum,
      ]),
  );
  const found = await rows(
    api.ctx.db.system,
    sql<{ kind: string; card_id: number | null; balance_kopecks: number }>`
      select kind, card_id, balance_kopecks from ledger_account
      where company_id = ${companyId} and kind in ('unallocated', 'in-transit', 'card')`,
  );
  const sumWhere = (is: (item: (typeof operations)[number]) => boolean): number =>
    operations.filter(is).reduce((sum, operation) => sum + operation.sum_kopecks, 0);
  const { done, inProgress, failed } = OPERATION_STATUS;
  const { topUp, payout } = OPERATION_TYPE;
  const left = (type: number) => (item: (typeof operations)[number]) =>
    item.type_id === type && item.status_id !== failed;
  const isArrival = (type: number) => (item: (typeof operations)[number]) =>
    item.type_id === type && item.status_id === done;
  const at = (kind: string) => found.find((item) => item.kind === kind)?.balance_kopecks;
  expect({ unallocated: at('unallocated'), inTransit: at('in-transit') }).toEqual({
    unallocated: ON_ACCOUNT - sumWhere(left(topUp)) + sumWhere(isArrival(payout)),
    inTransit: sumWhere((item) => item.status_id === inProgress),
  });
  for (const { id } of cards) {
    const own = (is: (item: (typeof operations)[number]) => boolean) =>
      sumWhere((item) => item.card_id === id && is(item));
    expect(found.find((item) => item.card_id === id)?.balance_kopecks).toBe(
      ON_CARD + own(isArrival(topUp)) - own(left(payout)),
    );
  }
  await expectBooksToAgree(api);
}
