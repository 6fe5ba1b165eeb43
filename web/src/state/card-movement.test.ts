import { expect, test } from 'vitest';
import { storeProfile } from '../server/session.ts';
import {
  forgetCardMovement,
  keepCardMovement,
  readCardMovement,
  type CardMovementDraft,
} from './card-movement.ts';

const entered = { direction: 'to-card', cardId: 7, sumText: '100', sumKopecks: 10_000 } as const;

function keyOf(change: Partial<Parameters<typeof keepCardMovement>[0]> = {}): string | undefined {
  keepCardMovement({ ...entered, ...change });
  return readCardMovement()?.requestKey;
}

test('§2.67 §2.70 a payout does not inherit the key of a transfer of the same sum, and a retry keeps its own', () => {
  const key = keyOf();
  expect(keyOf()).toBe(key);
  for (const other of [{ direction: 'from-card' }, { cardId: 8 }, { sumKopecks: 10_001 }] as const) {
    expect(keyOf()).not.toBe(keyOf(other));
  }
});

test('a movement that was accepted does not lend its key to the next one', () => {
  const key = keyOf();
  forgetCardMovement(readCardMovement() as CardMovementDraft);
  expect(keyOf()).not.toBe(key);
});

test('whoever signs in next finds nothing of the sum of the one before, nor its key', () => {
  const signIn = (id: number): void => storeProfile({ id } as Parameters<typeof storeProfile>[0], []);
  signIn(1);
  const key = keyOf();
  signIn(2);
  expect(readCardMovement()).toBeNull();
  expect(keyOf()).not.toBe(key);
});
