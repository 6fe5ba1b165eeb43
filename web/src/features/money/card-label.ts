import { shortNumber } from '#contract/card-number.ts';
import { givenName, type Card } from '../../forms/describe-card.ts';
import { formatMoney } from '../../lib/format.ts';

/** «•• 4821 · Газпромнефть · Петров П. · 1 500,00 ₽»: enough to tell cards apart in a list. */
export function cardLabel(card: Card): string {
  const number = shortNumber(card.card_number);
  return [number, card.partner_name, givenName(card), formatMoney(card.card_sum)].filter(Boolean).join(' · ');
}
