import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { NetworkUnavailable, type FuelNetwork } from '../../../gateways/fuel-network/fuel-network.ts';
import { readFeed } from '../../fuel/sales/read-feed.ts';
import { keepable } from '../../fuel/sales/sale-money.ts';
import { listCardBooks, type CardBooks, type Unread } from './card-books-store.ts';

/** A card whose balance differs at the network without a pending movement to explain it. */
export interface CardDifference {
  kind: CardDifferenceKind;
  details: Record<string, unknown>;
}

export type CardDifferenceKind = 'card-not-its-network' | 'card-unknown-to-network' | 'card-unknown-to-us';

export interface ComparedCards {
  differences: CardDifference[];
  cards: number;
  /** Networks that answered. */
  networks: PartnerId[];
}

/**
 * Money moves during the comparison: what differs is compared again, and reported only if it differs by the same sum
 * each time.
 */
const LOOKS = 4;
const EVENTS_AT_ONCE = 500;

/**
 * Compares the money on our cards with what their networks say. A network that cannot be asked is left out, whatever
 * the reason: the books are reported all the same.
 */
export async function compareCards(ctx: Context): Promise<ComparedCards> {
  const compared: ComparedCards = { differences: [], cards: 0, networks: [] };
  for (const partnerId of ctx.networkIds) {
    try {
      const found = await compareNetwork(ctx, ctx.networkOf(partnerId));
      compared.differences.push(...found.differences);
      compared.cards += found.cards;
      compared.networks.push(partnerId);
    } catch (error) {
      if (error instanceof NetworkUnavailable)
        ctx.log.warn({ partnerId }, 'the network did not answer for its cards');
      else ctx.log.error({ err: error, partnerId }, 'the cards of a network can’t be compared');
    }
  }
  return compared;
}

interface Look {
  cards: number;
  /** By card number. */
  found: Map<string, CardDifference>;
}

async function compareNetwork(
  ctx: Context,
  network: FuelNetwork,
): Promise<{ differences: CardDifference[]; cards: number }> {
  const { cards, found } = await look(ctx, network, null);
  let left = found;
  for (let again = 1; again < LOOKS && left.size > 0; again += 1) {
    const next = (await look(ctx, network, [...left.keys()])).found;
    left = new Map([...left].filter(([number, one]) => isSame(next.get(number), one)));
  }
  return { differences: [...left.values()], cards };
}

function isSame(one: CardDifference | undefined, other: CardDifference): boolean {
  return one?.kind === other.kind && one.details.differenceKopecks === other.details.differenceKopecks;
}

async function look(ctx: Context, network: FuelNetwork, numbers: string[] | null): Promise<Look> {
  const { partnerId } = network;
  const states = await network.cardStates();
  const unread = await readUnread(ctx, network);
  const books = await listCardBooks(ctx.db.system, { partnerId, numbers, unread });
  const theirs = new Map<string, number>(states.map((state) => [state.cardNumber, state.balanceKopecks]));
  const found = new Map<string, CardDifference>();
  for (const card of books) {
    const difference = await compareCard(network, card, theirs.get(card.cardNumber));
    if (difference) found.set(card.cardNumber, difference);
    theirs.delete(card.cardNumber);
  }
  for (const [cardNumber, balanceKopecks] of theirs) {
    // An empty card is still on its way to us, or does not matter to the books.
    if (balanceKopecks === 0 || (numbers !== null && !numbers.includes(cardNumber))) continue;
    const details = { partnerId, card: tail(cardNumber), differenceKopecks: balanceKopecks };
    found.set(cardNumber, { kind: 'card-unknown-to-us', details });
  }
  return { cards: books.length, found };
}

/** What the network has reported and our own reader has not come to yet. */
async function readUnread(ctx: Context, network: FuelNetwork): Promise<Unread[]> {
  const unread: Unread[] = [];
  let after = Math.max(0, (await readFeed(ctx.db.system, network.partnerId)) - network.feedOverlap);
  for (;;) {
    const page = await network.events(after, EVENTS_AT_ONCE);
    for (const said of page.events) {
      if (said.kind === 'answer') continue;
      // Judged by the same rules as booking.
      const event = keepable(said);
      const effectKopecks = event.kind === 'sale' ? 0 - event.sumKopecks : event.sumKopecks;
      unread.push({ externalId: event.externalId, cardNumber: event.cardNumber, effectKopecks });
    }
    if (!page.more) return unread;
    after = page.next;
  }
}

async function compareCard(
  network: FuelNetwork,
  card: CardBooks,
  networkKopecks: number | undefined,
): Promise<CardDifference | null> {
  const { partnerId } = network;
  const named = {
    companyId: card.companyId,
    cardId: card.cardId,
    partnerId,
    card: tail(card.cardNumber),
    balanceKopecks: card.balanceKopecks,
  };
  if (networkKopecks === undefined) return { kind: 'card-unknown-to-network', details: named };
  const known = card.balanceKopecks - card.shortfallKopecks + card.unbookedKopecks;
  if (known === networkKopecks && card.waiting.length === 0) return null;
  const expectedKopecks = known + (await waitingEffect(network, card));
  if (expectedKopecks === networkKopecks) return null;
  const differenceKopecks = networkKopecks - expectedKopecks;
  return {
    kind: 'card-not-its-network',
    details: { ...named, expectedKopecks, networkKopecks, differenceKopecks },
  };
}

/** A transfer that the network has done is on its card already; a payout that it has not done is still there. */
async function waitingEffect(network: FuelNetwork, { waiting }: CardBooks): Promise<number> {
  let effect = 0;
  for (const { requestId, toCard, sumKopecks } of waiting) {
    const done = (await network.ask(requestId)).state === 'done';
    if (done === toCard) effect += sumKopecks;
  }
  return effect;
}

function tail(cardNumber: string): string {
  return cardNumber.slice(-4);
}
