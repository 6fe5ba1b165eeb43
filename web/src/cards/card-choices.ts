import { givenName, type Card } from './describe-card.ts';

type Numbered = Pick<Card, 'card_number'>;

/**
 * The number that names a card among others: `•• 4821`, and four digits more, `•• 0312 4821`, where another card ends in the
 * same ones. Among a thousand cards dozens do, and they may have the same driver, or none.
 */
export function formatNumberAmong(cards: readonly Numbered[]): (card: Numbered) => string {
  const ends = new Map<string, number>();
  for (const { card_number: number } of cards) {
    for (let digits = 4; digits < number.length; digits += 4) {
      const end = number.slice(-digits);
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
  }
  return ({ card_number: number }) => {
    let digits = 4;
    while (digits < number.length && (ends.get(number.slice(-digits)) ?? 0) > 1) digits += 4;
    return `••\u00a0${number.slice(-digits).replace(/\d(?=(\d{4})+$)/g, '$&\u00a0')}`;
  };
}

/** The cards in a list to choose from, where their numbers come first: `•• 4821 Петров П. С.` */
export function cardChoices(cards: readonly Card[]): { id: number; label: string }[] {
  const formatNumber = formatNumberAmong(cards);
  return cards.map((card) => ({ id: card.id, label: `${formatNumber(card)} ${givenName(card)}`.trim() }));
}
