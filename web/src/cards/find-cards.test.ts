import { expect, test } from 'vitest';
import type { Card } from './describe-card.ts';
import { findCards } from './find-cards.ts';

const driver = { id: 1, surname: 'Королёв', name: 'Пётр', patronymic: null, phone: null };
const cards = [
  { id: 1, card_number: '7005800003004821', comment: 'МАЗ 5440', drivers: [] },
  { id: 2, card_number: '6393000000003017748', comment: '', drivers: [driver] },
] as unknown as Card[];
const found = (text: string) => findCards(cards, text).map(({ id }) => id);

test('a card is found by its number, as it is printed, spoken or copied from a screen', () => {
  for (const text of ['4821', '48 21', '7005 8000 0300 4821', '••\u00a04821', 'Карта •• 4821', ' 4821 '])
    expect(found(text), text).toEqual([1]);
  expect(found('маз 54')).toEqual([1]);
  expect(found('королев п')).toEqual([2]);
  expect(found('9999')).toEqual([]);
  expect(found('  ')).toEqual([1, 2]);
});
