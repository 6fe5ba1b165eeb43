import { includesPlate } from '#contract/values/plate.ts';
import { fullDriverName, type Card } from './describe-card.ts';

/**
 * The cards that a typed text means, as the search of the list finds them: a part of the number, with or without spaces,
 * of the comment, of a driver's name, of its truck's plate or brand. `•• 4821` is how the screens write a number.
 */
export function findCards(cards: readonly Card[], text: string): readonly Card[] {
  const wanted = plain(text.trim());
  if (wanted === '') return cards;
  const digits = wanted.replace(/^карта(?=\s+•)|[\s•]/g, '');
  return cards.filter(
    (card) =>
      card.card_number.includes(digits) ||
      includesPlate(card.vehicle?.plate ?? '', text) ||
      [card.comment, card.vehicle?.brand ?? '', ...card.drivers.map(fullDriverName)].some((name) =>
        plain(name).includes(wanted),
      ),
  );
}

/** People write «ё» as «е» as often as not. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll('ё', 'е');
}
