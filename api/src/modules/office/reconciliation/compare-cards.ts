import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { NetworkUnavailable, type FuelNetwork } from '../../../gateways/fuel-network/fuel-network.ts';
import { makeCallBudget, partOfBudget, type CallBudget } from './call-budget.ts';
import { listCardDifferences, listComparedSides, type ComparedSide } from './card-comparison-store.ts';
import { strayDifference, type CardDifference } from './card-difference.ts';
import { countCardsOfNetworks } from './card-pass-store.ts';
import { compareDue } from './compare-due.ts';
import { compareListed } from './compare-listed.ts';
import { inSnapshot } from './check-log.ts';
import { markMovedCards } from './moved-cards.ts';
import type { AskedBy } from './reconciliation-store.ts';
import { listStandingStrays } from './stray-card-store.ts';

export interface ComparedCards {
  differences: CardDifference[];
  /** Number of our cards that were compared. */
  cards: number;
  /** Networks that answered. */
  networks: PartnerId[];
  /** Money of both sides, of those networks. */
  sides: ComparedSide[];
}

/** Maximum number of reports of a kind. A network that has lost its cards would fill a report with millions. */
const MAX_CARDS = 1000;
/** Share of a budget for the cards that have moved, so that the others always get their turn. */
const FOR_MOVED = 0.75;
/** A user watches the page and waits. */
const BY_HAND_MINUTES = 1 / 3;

/**
 * Compares the money on our cards with their networks: first the cards that have moved, then the next part of all
 * others, or all cards on command. Each network has its own budget, and networks are called in parallel. A network that
 * can't be called is left out, whatever the reason, and the books are reported anyway.
 */
export async function compareCards(ctx: Context, askedBy: AskedBy): Promise<ComparedCards> {
  await markMovedCards(ctx);
  const since = ctx.clock.now();
  const max = await readShares(ctx, askedBy);
  const asked = await Promise.all(
    ctx.networkIds().map(async (partnerId) => {
      const budget = openBudget(ctx, askedBy);
      const cards = await askNetwork(ctx, partnerId, { since, budget, most: max(partnerId) });
      return cards === null ? [] : [{ partnerId, cards }];
    }),
  );
  const answered = asked.flat();
  const networks = answered.map((item) => item.partnerId);
  const strays = await listStandingStrays(ctx.db.system, networks, MAX_CARDS);
  return {
    differences: [
      ...(await listCardDifferences(ctx.db.system, networks, MAX_CARDS)),
      ...strays.map(({ partnerId, ...card }) => strayDifference(partnerId, card)),
    ],
    cards: answered.reduce((sum, item) => sum + item.cards, 0),
    networks,
    sides: await inSnapshot(ctx, (tx) => listComparedSides(tx, { partnerIds: networks, since })),
  };
}

/**
 * Returns how many cards of a network's list to read. At night it is enough for all to have their turn within the
 * nights.
 */
async function readShares(ctx: Context, askedBy: AskedBy): Promise<(partnerId: PartnerId) => number> {
  if (askedBy !== 'nightly') return () => Infinity;
  const { nights, least } = ctx.config.cardComparison;
  const counts = await inSnapshot(ctx, countCardsOfNetworks);
  // A night more than is needed: the list grows meanwhile.
  const share = (partnerId: PartnerId) => Math.ceil((counts.get(partnerId) ?? 0) / Math.max(1, nights - 1));
  return (partnerId) => Math.max(least, share(partnerId));
}

function openBudget(ctx: Context, askedBy: AskedBy): CallBudget {
  if (askedBy === 'command') return { calls: Infinity, until: Infinity };
  const { calls, minutes } = ctx.config.cardComparison;
  return makeCallBudget(ctx.clock, {
    calls,
    minutes: askedBy === 'by-hand' ? Math.min(minutes, BY_HAND_MINUTES) : minutes,
  });
}

/** Returns how many of the network's cards were compared, or null if it can't be called. Earlier comparisons stay. */
async function askNetwork(
  ctx: Context,
  partnerId: PartnerId,
  asked: { since: Date; budget: CallBudget; most: number },
): Promise<number | null> {
  try {
    return await compareNetwork(ctx, ctx.getNetwork(partnerId), asked);
  } catch (error) {
    if (error instanceof NetworkUnavailable)
      ctx.log.warn({ partnerId }, 'the network did not answer for its cards');
    else ctx.log.error({ err: error, partnerId }, 'the cards of a network can’t be compared');
    return null;
  }
}

async function compareNetwork(
  ctx: Context,
  network: FuelNetwork,
  { since, budget, most: max }: { since: Date; budget: CallBudget; most: number },
): Promise<number> {
  const forMoved = partOfBudget(budget, ctx.clock, FOR_MOVED);
  const moved = await compareDue(ctx, network, { since, budget: forMoved });
  const listed = await compareListed(ctx, network, { since, most: max, budget });
  return moved + listed + (await compareDue(ctx, network, { since, budget }));
}
