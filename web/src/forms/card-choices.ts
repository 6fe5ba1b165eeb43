import { lastFour, shortNumber } from '#contract/card-number.ts';
import { givenName, groupedNumber, type Card } from './describe-card.ts';

type Numbered = Pick<Card, 'card_number'>;

/**
 * The number that names a card among others: `•• 4821`, and all the digits where another card ends in the same four. Among a
 * thousand cards dozens do, and they may have the same driver, or none.
 */
export function numberAmong(cards: readonly Numbered[]): (card: Numbered) => string {
  const ends = new Map<string, number>();
  for (const { card_number } of cards) {
    const end = lastFour(card_number);
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  return ({ card_number }) =>
    (ends.get(lastFour(card_number)) ?? 0) > 1 ? groupedNumber(card_number) : shortNumber(card_number);
}

/** The cards in a list to choose from, where their numbers come first: `•• 4821 Петров П. С.` */
export function cardChoices(cards: readonly Card[]): { id: number; label: string }[] {
  const numberOf = numberAmong(cards);
  return cards.map((card) => ({ id: card.id, label: `${numberOf(card)} ${givenName(card)}`.trim() }));
}
