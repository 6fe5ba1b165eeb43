import { expect, test } from 'vitest';
import { formatNumberAmong } from './card-choices.ts';

test('of cards that end in the same digits, a narrow field shows what differs', () => {
  const numbers = ['7005800000014821', '7005800000024821', '7826000003128227', '6393000000003128227', '1234'];
  const cards = numbers.map((card_number) => ({ card_number }));
  const shown = cards.map(formatNumberAmong(cards)).map((value) => value.replaceAll('\u00a0', ' '));
  expect(shown).toEqual([
    '•• 0001 4821',
    '•• 0002 4821',
    '•• 7826 0000 0312 8227',
    '•• 3000 0000 0312 8227',
    '•• 1234',
  ]);
});
