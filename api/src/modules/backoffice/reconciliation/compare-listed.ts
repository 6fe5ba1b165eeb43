import type { Context } from '../../../context.ts';
import { NetworkUnavailable, type FuelNetwork } from '../../../gateways/fuel-network/fuel-network.ts';
import { isSpent, type CallBudget } from './call-budget.ts';
import { listCardBooks } from './card-books-store.ts';
import { storeCompared, markDue } from './card-comparison-store.ts';
import {
  endPass,
  listUncompared,
  movePass,
  openPass,
  restartPass,
  type CardPass,
} from './card-pass-store.ts';
import { findDifference } from './compare-named.ts';
import { recordStrays } from './stray-card-store.ts';

const UNCOMPARED_BATCH_SIZE = 5000;

/**
 * Continues the pass over the network's list, page by page, for about `max` cards. Cards that agree are done, the
 * others become due. The progress is stored with each page. At most one pass that started earlier ends here, so a small
 * network's list is read whole, whatever was left of the previous pass. Returns how many of our cards were compared.
 */
export async function compareListed(
  ctx: Context,
  network: FuelNetwork,
  { since, max, budget }: { since: Date; max: number; budget: CallBudget },
): Promise<number> {
  const { partnerId } = network;
  const progress = { listed: 0, compared: 0 };
  for (;;) {
    const pass = await ctx.db.inSystem((tx) => openPass(tx, partnerId, ctx.clock.now()));
    const isWhole = await readPass(ctx, network, { pass, max, budget, progress });
    if (!isWhole) return progress.compared;
    await markUncompared(ctx, partnerId, pass.beganAt);
    await ctx.db.inSystem((tx) => endPass(tx, partnerId));
    if (pass.beganAt >= since || progress.listed >= max) return progress.compared;
  }
}

interface Progress {
  listed: number;
  compared: number;
}

/** Returns whether the list was read to its end. */
async function readPass(
  ctx: Context,
  network: FuelNetwork,
  args: { pass: CardPass; max: number; budget: CallBudget; progress: Progress },
): Promise<boolean> {
  const { pass, max, budget, progress } = args;
  if (pass.isListed) return true;
  let { place } = pass;
  do {
    if (progress.listed >= max || isSpent(budget, ctx.clock)) return false;
    const page = await comparePage(ctx, network, place);
    budget.calls -= page.calls;
    progress.listed += page.listed;
    progress.compared += page.compared;
    place = page.next;
  } while (place !== null);
  return true;
}

async function comparePage(ctx: Context, network: FuelNetwork, place: string | null) {
  const { partnerId } = network;
  const { cards, next, calls } = await network.cardPage(place).catch(async (error: unknown) => {
    // The place may belong to another network, which had this number before.
    if (place !== null && !(error instanceof NetworkUnavailable))
      await ctx.db.inSystem((tx) => restartPass(tx, partnerId));
    throw error;
  });
  const balances = new Map<string, number>(cards.map((card) => [card.cardNumber, card.balanceKopecks]));
  const theirs = new Map(balances);
  const numbers = [...theirs.keys()];
  const books = await listCardBooks(ctx.db.system, { partnerId, numbers, unread: [] });
  // A card that waits or differs is requested by its number, with everything that may explain it.
  const { agree = [], due = [] } = Object.groupBy(books, (card) => {
    const input = { partnerId, networkKopecks: theirs.get(card.cardNumber), effect: 0 };
    return card.waiting.length === 0 && findDifference(card, input) === null ? 'agree' : 'due';
  });
  for (const card of books) theirs.delete(card.cardNumber);
  const at = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const compared = agree.map(({ companyId, cardId, cardNumber }) => ({
      companyId,
      cardId,
      difference: null,
      networkKopecks: balances.get(cardNumber) ?? 0,
    }));
    await storeCompared(tx, { partnerId, at, compared });
    await markDue(tx, partnerId, due);
    // An empty card is still on its way to us, or does not affect the books.
    const strays = cards.filter((card) => theirs.has(card.cardNumber) && card.balanceKopecks !== 0);
    await recordStrays(tx, partnerId, strays);
    await movePass(tx, partnerId, { next, listed: cards.length });
  });
  return { next, calls, listed: cards.length, compared: agree.length };
}

/** Marks the cards that the list has not named since the start of the pass. They are requested by number. */
async function markUncompared(ctx: Context, partnerId: number, since: Date): Promise<void> {
  for (let after: number | null = 0; after !== null;) {
    const request = { partnerId, since, after, max: UNCOMPARED_BATCH_SIZE };
    const { reach, cards } = await listUncompared(ctx.db.system, request);
    await ctx.db.inSystem((tx) => markDue(tx, partnerId, cards));
    after = reach;
  }
}
