import { expect, test } from 'vitest';
import type { Card } from '../../../cards/describe-card.ts';
import { findOutcome, formatRefusal, formatTitle, type Movement } from './movement-outcome.ts';

function movement(change: Partial<Card> = {}): Movement {
  const card = { id: 7, inProgressOperations: [], ...change } as unknown as Card;
  return { direction: 'to-card', sumRubles: 40, card };
}

function operation(statusId: number, sum = 40, reason: string | null = null) {
  return { id: 1, sum, reason, status: { id: statusId, title: '' } } as unknown as Parameters<
    typeof findOutcome
  >[1] extends readonly (infer One)[] | undefined
    ? One
    : never;
}

test('§2.68 a transfer that the network has refused is not called money on the card', () => {
  const refused = findOutcome(movement(), [operation(3, 40, 'Карта заблокирована в сети.'), operation(1)]);
  expect(refused).toEqual({ state: 'refused', reason: 'Карта заблокирована в сети.' });
  expect(formatTitle('to-card', refused)).toBe('Перевод не прошёл');
  expect(formatRefusal('to-card', 'Карта заблокирована в сети.')).toBe(
    'Карта заблокирована в сети. Деньги вернулись на счёт.',
  );
  expect(formatTitle('from-card', refused)).toBe('Вывод не прошёл');
});

test('§2.68 money is not shown as arrived before the network says so', () => {
  expect(findOutcome(movement(), undefined)).toEqual({ state: 'waiting' });
  expect(findOutcome(movement(), [operation(1, 41)])).toEqual({ state: 'waiting' });
  expect(findOutcome(movement(), [operation(2)])).toEqual({ state: 'waiting' });
  const inProgressOperations = [{ id: 2, type: { id: 1, title: '' }, type_id: 1, sum: 40 }];
  expect(findOutcome(movement({ inProgressOperations }), [operation(1)])).toEqual({ state: 'waiting' });
  expect(findOutcome(movement(), [operation(1)])).toEqual({ state: 'done' });
});

test('§2.68 arrived money is shown so while an earlier transfer is still on its way', () => {
  const inProgressOperations = [{ id: 2, type: { id: 1, title: '' }, type_id: 1, sum: 39 }];
  expect(findOutcome(movement({ inProgressOperations }), [operation(1), operation(2, 39)])).toEqual({
    state: 'done',
  });
});
