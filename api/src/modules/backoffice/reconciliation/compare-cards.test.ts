import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { NetworkUnavailable, type FuelNetwork } from '../../../gateways/fuel-network/fuel-network.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { askOwner } from '../../../testing/ask-owner.ts';
import { givenCard, givenCompany, type GivenCard } from '../../../testing/givens/factories.ts';
import { compareCards, type ComparedCards } from './compare-cards.ts';

const CARDS = 9;
const ON_PAGE = 2;

let api: TestApi;
let cards: GivenCard[];
/** Requests to the network of the cards: the place of a page, or numbers. */
let requested: (string | null | readonly string[])[];

beforeEach(async () => {
  const env = { CARDS_COMPARED_IN_NIGHTS: '4', CARDS_COMPARED_AT_LEAST: '1' };
  api = await startApi({ jobs: false, env });
  const company = await givenCompany(api);
  cards = [];
  for (let made = 0; made < CARDS; made += 1)
    cards.push(await givenCard(api, company.id, { balanceKopecks: 1000_00 }));
  cards.sort((a, b) => (a.number < b.number ? -1 : 1));
  requested = [];
});
afterEach(() => api?.stop());

/** Returns a network with small pages that records its requests. */
function withSmallPages(more: Partial<FuelNetwork> = {}): Context {
  const { getNetwork } = api.ctx;
  const real = getNetwork(PARTNER.gpn);
  const small: FuelNetwork = {
    ...real,
    cardsAtOnce: ON_PAGE,
    async cardPage(place) {
      requested.push(place);
      const all = await real.cardStates();
      const after = all.filter((networkCardState) => place === null || networkCardState.cardNumber > place);
      const page = after.slice(0, ON_PAGE);
      const next = after.length > ON_PAGE ? (page.at(-1)?.cardNumber ?? null) : null;
      return { cards: page, next, calls: 1 };
    },
    async cardsNamed(numbers) {
      requested.push(numbers);
      return real.cardsNamed(numbers);
    },
    ...more,
  };
  return { ...api.ctx, getNetwork: (id) => (id === PARTNER.gpn ? small : getNetwork(id)) };
}

async function night(ctx = withSmallPages()): Promise<ComparedCards> {
  api.clock.advanceSeconds(24 * 3600);
  requested = [];
  return compareCards(ctx, 'nightly');
}

function corrupt(card: GivenCard): Promise<unknown> {
  return askOwner(
    api,
    `update simulated_network.card set balance_kopecks = balance_kopecks - 1 where card_number = '${card.number}'`,
  );
}

async function fuel(card: GivenCard): Promise<void> {
  const sale = { card_number: card.number, goods_id: 301, litres: 1, unit_price: 50, address: 'Химки' };
  await api.ctx.simulated?.fuel(sale);
  await api.pollNetworks();
}

const listCardIds = (found: ComparedCards) => found.differences.map(({ details }) => details.cardId);

async function readPass(partnerId: number) {
  const { rows } = await sql<{ place: string | null; listed: number; whole_since: Date | null }>`
    select place, listed, whole_since from card_pass where partner_id = ${partnerId}`.execute(
    api.ctx.db.system,
  );
  return rows[0];
}

test('a card that moved is compared by its number the next night, before the others', async () => {
  await night();
  await night();
  const [moved] = cards as [GivenCard];
  await fuel(moved);
  await corrupt(moved);
  const found = await night();
  expect(listCardIds(found)).toEqual([moved.id]);
  expect(requested[0]).toEqual([moved.number]);
  // A difference is reported each night while it lasts, whether the card moved or not. Then it is no longer reported.
  expect(listCardIds(await night())).toEqual([moved.id]);
  await askOwner(
    api,
    `update simulated_network.card set balance_kopecks = balance_kopecks + 1
    where card_number = '${moved.number}'`,
  );
  expect(listCardIds(await night())).toEqual([]);
});

test('a card that has not moved is reported within the nights of the setting', async () => {
  await night();
  const reported = new Map<number, number>();
  for (const card of cards) await corrupt(card);
  for (let after = 1; after <= 4; after += 1) {
    const found = await night();
    for (const id of listCardIds(found)) if (!reported.has(id as number)) reported.set(id as number, after);
    // A night reads only its share of the list and requests the cards that differ.
    if (after === 1) expect(reported.size).toBeLessThan(CARDS);
  }
  expect(new Set(reported.keys())).toEqual(new Set(cards.map((card) => card.id)));
});

test('a comparison that was killed goes on with the page where it stopped', async () => {
  const ctx = withSmallPages();
  let interrupted = 0;
  const killed: Context = {
    ...ctx,
    db: Object.assign(Object.create(ctx.db) as Context['db'], {
      inSystem: (work: Parameters<Context['db']['inSystem']>[0]) =>
        requested.filter((item) => !Array.isArray(item)).length > 1 && (interrupted += 1) > 0
          ? Promise.reject(new Error('killed'))
          : ctx.db.inSystem(work),
    }),
  };
  await night(killed);
  expect(interrupted).toBeGreaterThan(0);
  const stopped = await readPass(PARTNER.gpn);
  expect(stopped).toMatchObject({ place: cards[1]?.number, listed: 2, whole_since: null });
  await night(ctx);
  expect(requested[0]).toBe(cards[1]?.number);
  await night(ctx);
  expect((await readPass(PARTNER.gpn))?.whole_since).not.toBeNull();
});

test('a network that does not answer stops no other: they are compared meanwhile', async () => {
  let giveUp: (error: Error) => void = () => {};
  const silence = new Promise<never>((_, reject) => (giveUp = reject));
  // The promise may reject before any caller awaits it.
  silence.catch(() => {});
  const running = night(withSmallPages({ cardPage: () => silence, cardsNamed: () => silence }));
  await expect.poll(async () => (await readPass(PARTNER.rn))?.whole_since).toBeTruthy();
  giveUp(new NetworkUnavailable('silent'));
  expect((await running).networks).toEqual([1, 3, 4]);
  expect(await readPass(PARTNER.gpn)).toMatchObject({ place: null, listed: 0, whole_since: null });
});

describe('a night’s budget', () => {
  test('the limit of calls is respected, and most go to cards that have moved', async () => {
    await night();
    for (const card of cards) await fuel(card);
    const ctx = withSmallPages();
    const few: Context = {
      ...ctx,
      config: { ...ctx.config, cardComparison: { ...ctx.config.cardComparison, calls: 4 } },
    };
    await night(few);
    const [named, pages] = [
      requested.filter(Array.isArray),
      requested.filter((item) => !Array.isArray(item)),
    ];
    expect(named).toHaveLength(3);
    expect(pages).toHaveLength(1);
    // The next night begins with the cards that were left over.
    await night(few);
    const seen = new Set([...named, ...requested.filter(Array.isArray)].flat());
    expect(seen.size).toBe(CARDS);
  });

  test('the limit of time is respected: a slow network continues there the next time', async () => {
    const real = api.ctx.getNetwork(PARTNER.gpn);
    const slow = withSmallPages({
      async cardPage(place) {
        requested.push(place);
        api.clock.advanceSeconds(3601);
        const all = (await real.cardStates()).filter(
          (cardState) => place === null || cardState.cardNumber > place,
        );
        return { cards: all.slice(0, 1), next: all[0]?.cardNumber ?? null, calls: 1 };
      },
    });
    await night(slow);
    expect(requested).toEqual([null]);
    await night(slow);
    expect(requested).toEqual([cards[0]?.number]);
  });
});

test('a card that the network’s list omits is read by its number, and reported', async () => {
  await night();
  const [, gone] = cards as [GivenCard, GivenCard];
  await askOwner(api, `delete from simulated_network.card where card_number = '${gone.number}'`);
  const reported: unknown[] = [];
  for (let after = 1; after <= 8 && reported.length === 0; after += 1) {
    const found = await night();
    reported.push(...found.differences);
  }
  expect(reported).toMatchObject([{ kind: 'card-unknown-to-network', details: { cardId: gone.id } }]);
});

test('on command everything is compared at once, whatever a night would have left', async () => {
  for (const card of cards) await corrupt(card);
  const found = await compareCards(withSmallPages(), 'command');
  expect(found.differences).toHaveLength(CARDS);
  expect(found.cards).toBe(CARDS);
});
