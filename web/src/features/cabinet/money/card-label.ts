import { formatNumberAmong } from '../../../cards/card-choices.ts';
import { givenName, type Card } from '../../../cards/describe-card.ts';
import { formatMoney } from '../../../lib/format.ts';

/** Labels such as «•• 4821 · Газпромнефть · Петров П. · 1 500,00 ₽», enough to distinguish cards in a list. */
export function cardLabels(cards: readonly Card[]): (card: Card) => string {
  const formatNumber = formatNumberAmong(cards);
  return (card) =>
    [formatNumber(card), card.partner_name, givenName(card), formatMoney(card.card_sum)]
      .filter(Boolean)
      .join(' · ');
}
