import type { Context } from '../../../context.ts';
import type { CardMoney, FuelNetwork } from '../../../gateways/fuel-network/fuel-network.ts';
import { readFeed } from '../../fuel/sales/feeds.ts';
import { toStorable } from '../../fuel/sales/sale-money.ts';
import type { CallBudget } from './call-budget.ts';
import { listCardBooks, type CardBooks, type Unread } from './card-books-store.ts';
import { isSameDifference, tail, type CardDifference } from './card-difference.ts';

/** Result of comparing some cards by their numbers. */
export interface NamedCards {
  ours: CardBooks[];
  /** Differences by card number. A card that is missing here agrees. */
  differences: Map<string, CardDifference>;
  /** The network's balance of each card that it knows, as of the last check of that card. */
  balances: ReadonlyMap<string, number>;
  /** The network's data about cards that are not ours. */
  unknownCards: CardMoney[];
}

/**
 * Money moves during the comparison: what differs is compared again, and reported only if it differs by the same sum
 * each time.
 */
const MAX_RECHECKS = 4;
const EVENT_BATCH_SIZE = 500;

/** Compares the named cards with the network's data about them. */
export async function compareNamed(
  ctx: Context,
  network: FuelNetwork,
  { numbers, budget }: { numbers: readonly string[]; budget: CallBudget },
): Promise<NamedCards> {
  const first = await compareOnce(ctx, network, { numbers, budget, isExplained: false });
  const balances = new Map(first.balances);
  let left = first.found;
  for (let again = 0; again < MAX_RECHECKS && left.size > 0; again += 1) {
    const numbersLeft = [...left.keys()];
    const { found, balances: latest } = await compareOnce(ctx, network, {
      numbers: numbersLeft,
      budget,
      isExplained: true,
    });
    for (const number of numbersLeft) {
      const balance = latest.get(number);
      if (balance === undefined) balances.delete(number);
      else balances.set(number, balance);
    }
    left = new Map(
      [...left].flatMap(([number, one]): [string, CardDifference][] => {
        const now = found.get(number);
        // The first check requests no explanation, so its sum is not yet the difference.
        return now && (again === 0 || isSameDifference(now, one)) ? [[number, now]] : [];
      }),
    );
  }
  return { ours: first.ours, differences: left, balances, unknownCards: first.unknownCards };
}

interface ComparisonResult {
  ours: CardBooks[];
  found: Map<string, CardDifference>;
  balances: ReadonlyMap<string, number>;
  unknownCards: CardMoney[];
}

async function compareOnce(
  ctx: Context,
  network: FuelNetwork,
  args: { numbers: readonly string[]; budget: CallBudget; isExplained: boolean },
): Promise<ComparisonResult> {
  const { partnerId } = network;
  const { numbers, budget, isExplained } = args;
  const { cards, calls } = await network.cardsNamed(numbers);
  budget.calls -= calls;
  const unread = isExplained ? await readUnread(ctx, network, budget) : [];
  const ours = await listCardBooks(ctx.db.system, { partnerId, numbers, unread });
  const balances = new Map<string, number>(cards.map((card) => [card.cardNumber, card.balanceKopecks]));
  const theirs = new Map(balances);
  const found = new Map<string, CardDifference>();
  for (const card of ours) {
    const input = theirs.get(card.cardNumber);
    const effect = isExplained ? await computePendingEffect(network, card, budget) : 0;
    const difference = findDifference(card, { partnerId, networkKopecks: input, effect });
    if (difference) found.set(card.cardNumber, difference);
    theirs.delete(card.cardNumber);
  }
  return { ours, found, balances, unknownCards: cards.filter((card) => theirs.has(card.cardNumber)) };
}

/** Reads what the network has reported and our own reader has not reached yet. */
async function readUnread(ctx: Context, network: FuelNetwork, budget: CallBudget): Promise<Unread[]> {
  const unread: Unread[] = [];
  let after = Math.max(0, (await readFeed(ctx.db.system, network.partnerId)) - network.feedOverlap);
  for (;;) {
    const page = await network.events(after, EVENT_BATCH_SIZE);
    budget.calls -= 1;
    for (const input of page.events) {
      if (input.kind === 'answer') continue;
      // Judged by the same rules as booking.
      const event = toStorable(input);
      const effectKopecks = event.kind === 'sale' ? 0 - event.sumKopecks : event.sumKopecks;
      unread.push({ externalId: event.externalId, cardNumber: event.cardNumber, effectKopecks });
    }
    if (!page.more) return unread;
    after = page.next;
  }
}

/** Returns the difference, or null if both agree. */
export function findDifference(
  card: CardBooks,
  input: { partnerId: number; networkKopecks: number | undefined; effect: number },
): CardDifference | null {
  const { partnerId, networkKopecks, effect } = input;
  const { companyId, cardId, balanceKopecks } = card;
  const named = { companyId, cardId, partnerId, card: tail(card.cardNumber), balanceKopecks };
  if (networkKopecks === undefined) return { kind: 'card-unknown-to-network', details: named };
  const expectedKopecks = balanceKopecks - card.shortfallKopecks + card.unbookedKopecks + effect;
  if (expectedKopecks === networkKopecks) return null;
  const differenceKopecks = networkKopecks - expectedKopecks;
  return {
    kind: 'card-not-its-network',
    details: { ...named, expectedKopecks, networkKopecks, differenceKopecks },
  };
}

/** A transfer that the network has executed is on the card already; an unexecuted payout is still there. */
async function computePendingEffect(
  network: FuelNetwork,
  { waiting }: CardBooks,
  budget: CallBudget,
): Promise<number> {
  let effect = 0;
  for (const { requestId, toCard, sumKopecks } of waiting) {
    const done = (await network.ask(requestId)).state === 'done';
    budget.calls -= 1;
    if (done === toCard) effect += sumKopecks;
  }
  return effect;
}
