import { useEffect } from 'react';
import type { Card } from './describe-card.ts';
import { findStatusChange } from './card-state.ts';

/** Loaded when a card first waits for its network: most pages never need it. */
let watch: Promise<typeof import('./watch-network.ts')> | null = null;

/**
 * Reports the outcome of a change of these cards, on any page: the network decides it, maybe after the user has left
 * this screen.
 */
export function watchCards(cards: readonly Card[]): void {
  if (watch || cards.some(waits)) load((network) => network.watchCards(cards));
}

/** Watches the cards that a page shows. */
export function useNetworkOutcome(cards: readonly Card[] | undefined): void {
  useEffect(() => {
    if (cards) watchCards(cards);
  }, [cards]);
}

/** Reports how a block (type 3) or unblock (type 4) ended, by the card's present state. */
export function showOutcome(card: Card, type: number): void {
  load((network) => network.showOutcome(card, type));
}

function load(then: (network: typeof import('./watch-network.ts')) => void): void {
  watch ??= import('./watch-network.ts');
  // It is asked for again with the next card.
  watch.then(then, () => (watch = null));
}

function waits(card: Card): boolean {
  return findStatusChange(card) !== undefined || card.choices.some(({ state }) => state === 'waiting');
}
