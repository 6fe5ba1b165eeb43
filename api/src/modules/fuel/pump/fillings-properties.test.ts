import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getOnlyRow, rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import { givenCard, givenCompany } from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { expireHolds } from '../authorisations/holds.ts';
import { bookEarlySettlements } from './settle-fuel.ts';

/**
 * Fillings whose messages are lost, doubled, shuffled and late, at two cards of one company. At the end the network's own
 * list of sales comes, as it always does: each filling is paid once, nothing is on hold, and the books agree.
 */
const KEY = 'network-2-asks-the-portal-0001';
const STATION = 'АЗС № 12, М-4 «Дон», 45-й км, Московская область';
const PRICE = 60;
const ON_CARD = 30_000;
const DAY_LIMIT = 250;
const RUNS = 12;

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { NETWORK_2_INBOUND_KEY: KEY } });
});
afterAll(() => api.stop());

type Message = 'authorise' | 'settle' | 'release' | 'feed' | 'wait';
interface Step {
  message: Message;
  filling: number;
}

interface Filling {
  card: number;
  wanted: number;
  /** Null: nothing was filled. */
  filled: number | null;
}

const filling: fc.Arbitrary<Filling> = fc.record({
  card: fc.nat(1),
  wanted: fc.integer({ min: 10, max: 120 }),
  filled: fc.option(fc.integer({ min: 1, max: 130 }), { freq: 4 }),
});
const FILLINGS = 5;
const step: fc.Arbitrary<Step> = fc.record({
  message: fc.constantFrom<Message>('authorise', 'authorise', 'settle', 'settle', 'release', 'feed', 'wait'),
  filling: fc.nat(FILLINGS - 1),
});
const story = fc.record({
  fillings: fc.array(filling, { minLength: FILLINGS, maxLength: FILLINGS }),
  /** Steps of one list are sent together. */
  steps: fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 6, maxLength: 14 }),
});

let run = 0;

test(
  'no litre stays unpaid or is paid twice, whatever comes in whatever order',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(story, async ({ fillings, steps }) => {
        run += 1;
        const name = (index: number) => `story-${run}-${index}`;
        const company = await givenCompany(api);
        const cards = [
          await givenCard(api, company.id, { balanceKopecks: ON_CARD * 100 }),
          await givenCard(api, company.id, { balanceKopecks: ON_CARD * 100 }),
        ];
        const rules = [{ kind: 'litres_day', value: DAY_LIMIT }];
        for (const card of cards)
          await api.put(`/api/card/${card.id}/rules`, { token: company.admin.token, json: { rules } });
        const getCard = (index: number) => cards[fillings[index]?.card ?? 0] as (typeof cards)[number];
        const sold = new Set<number>();

        const ask = async (call: string, json: object) => {
          const reply = await api.post(`/api/network/v1/${call}`, {
            json,
            headers: { 'x-network-key': KEY },
          });
          expect([200, 404, 409]).toContain(reply.status);
          return reply;
        };
        const feed = async (index: number) => {
          const filled = fillings[index]?.filled ?? null;
          if (filled === null) return;
          sold.add(index);
          const at = api.clock.now().toISOString();
          const sale = { id: name(index), sum: filled * PRICE * 100, litres: filled, at, address: STATION };
          await givenSales(api, getCard(index), [sale]);
        };
        const send: Record<Message, (index: number) => Promise<unknown>> = {
          authorise: (index) =>
            ask('authorise', {
              card_number: getCard(index).number,
              station: STATION,
              goods: 301,
              litres: fillings[index]?.wanted,
              sum: (fillings[index]?.wanted ?? 0) * PRICE,
              request_id: name(index),
            }),
          settle: (index) => {
            const litres = fillings[index]?.filled ?? 0;
            if (litres > 0) sold.add(index);
            return ask('settle', { request_id: name(index), litres, sum: litres * PRICE });
          },
          release: (index) =>
            fillings[index]?.filled === null
              ? ask('release', { request_id: name(index) })
              : Promise.resolve(),
          feed,
          wait: async () => api.clock.advanceSeconds(400),
        };
        for (const together of steps) {
          await Promise.all(together.map(({ message, filling: index }) => send[message](index)));
          await expectGrantsWithinRules(cards.map(({ id }) => id));
        }
        // The network's own list of sales comes at last, and the clock goes on.
        for (const index of sold) await feed(index);
        api.clock.advanceSeconds(16 * 60);
        await bookEarlySettlements(api.ctx);
        await expireHolds(api.ctx);

        const { system } = api.ctx.db;
        const booked = await rows(
          system,
          sql<{ id: string; litres: number }>`
          select external_id as id, centilitres::float8 / 100 as litres from operation where company_id = ${company.id}`,
        );
        const expected = [...sold].map((index) => ({ id: name(index), litres: fillings[index]?.filled }));
        const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
        expect(booked.toSorted(byId)).toEqual(expected.toSorted(byId));
        const { hold, paid, open } = await getOnlyRow(
          system,
          sql<{ hold: number; paid: number; open: number }>`
          select coalesce(sum(balance_kopecks) filter (where kind = 'hold'), 0)::float8 as hold,
            coalesce(sum(balance_kopecks) filter (where kind = 'network'), 0)::float8 as paid,
            (select count(*)::int from authorisation where company_id = ${company.id} and state = 'approved') as open
          from ledger_account where company_id = ${company.id}`,
        );
        const litres = expected.reduce((sum, item) => sum + (item.litres ?? 0), 0);
        expect({ hold, paid, open }).toEqual({ hold: 0, paid: litres * PRICE * 100, open: 0 });
        await expectBooksToAgree(api);
      }),
      { numRuns: RUNS, seed: 44, endOnFailure: true },
    );
  },
);

/** Open authorisations never pass the limit of the day, however many pumps ask at once. */
async function expectGrantsWithinRules(cardIds: readonly number[]): Promise<void> {
  const over = await rows(
    api.ctx.db.system,
    sql<{ card: number; litres: number }>`
      select card_id as card, sum(max_centilitres)::float8 / 100 as litres from authorisation
      where card_id = any(${cardIds}::bigint[]) and state = 'approved' and held_kopecks > 0
      group by card_id having sum(max_centilitres) > ${DAY_LIMIT * 100}`,
  );
  expect(over).toEqual([]);
}
