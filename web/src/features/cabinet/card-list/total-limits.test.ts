import { expect, test } from 'vitest';
import type { Card } from '../../../cards/describe-card.ts';
import { groupCards } from './total-limits.ts';

const FAR = { id: 7, title: 'Дальние рейсы' };
const RUBLES = { unit: { id: 'currency', title: 'рубли' }, period: { id: 'P1M', title: 'месяц' } };
const LITRES = { unit: { id: 'amount', title: 'литры' }, period: { id: 'P1D', title: 'сутки' } };

function givenCard(
  limit: object | null,
  group: Partial<Pick<Card, 'group_id' | 'group'>> = { group_id: 7, group: FAR },
) {
  return { group_id: null, group: null, limit, ...group } as Card;
}

const rubles = (whole: number, spent: number) =>
  givenCard({ ...RUBLES, unit_count: whole, spent, left: Math.max(0, whole - spent) });

test('spent and rest of a group are its whole, also with a card over its limit', () => {
  const [group] = groupCards([rubles(200_000, 212_348.3), rubles(300_000, 123_360.67)], new Set([7]));
  expect(group?.totals).toEqual([
    { ...RUBLES, unit_count: 500_000, spent: 323_360.67, left: 176_639.33, cards: 2 },
  ]);
});

test('a group has the cards of its trucks, too, and says how many have a limit', () => {
  const ofTruck = { ...LITRES, unit_count: 350, spent: 203, left: 147 };
  const cards = [
    givenCard({ ...LITRES, unit_count: 350, spent: 0, left: 350 }),
    givenCard(ofTruck, { group: FAR }),
    givenCard(null, { group: FAR }),
    givenCard({ ...LITRES, unit_count: 0, spent: 0, left: 0 }),
    givenCard(ofTruck, { group: { id: 8, title: 'Другая группа' } }),
  ];
  expect(groupCards(cards, new Set([7, null]))).toEqual([
    {
      ...FAR,
      count: 4,
      totals: [{ ...LITRES, unit_count: 700, spent: 203, left: 497, cards: 2 }],
    },
  ]);
});

test('limits of rubles and of litres, or of other periods, are not added up', () => {
  const ofDay = { ...RUBLES, period: { id: 'P1D', title: 'сутки' } };
  const cards = [
    rubles(100, 40),
    givenCard({ ...LITRES, unit_count: 350, spent: 0, left: 350 }),
    givenCard({ ...ofDay, unit_count: 10, spent: 1, left: 9 }),
  ];
  expect(groupCards(cards, new Set([7]))[0]?.totals.map(({ spent }) => spent)).toEqual([40, 0, 1]);
});

test('a group that no card of the list is in by itself is left out', () => {
  expect(groupCards([givenCard(null, { group: FAR })], new Set([null]))).toEqual([]);
});
