import { expect, test } from 'vitest';
import { storeProfile } from '../server/session.ts';
import {
  forgetCardMovement,
  storeCardMovement,
  readCardMovement,
  type CardMovementDraft,
} from './card-movement.ts';

const entered = { direction: 'to-card', cardId: 7, sumText: '100', sumKopecks: 10_000 } as const;

function getKey(change: Partial<Parameters<typeof storeCardMovement>[0]> = {}): string | undefined {
  storeCardMovement({ ...entered, ...change });
  return readCardMovement()?.requestKey;
}

test('§2.67 §2.70 a payout does not inherit the key of a transfer of the same sum, and a retry keeps its own', () => {
  const key = getKey();
  expect(getKey()).toBe(key);
  for (const item of [{ direction: 'from-card' }, { cardId: 8 }, { sumKopecks: 10_001 }] as const) {
    expect(getKey()).not.toBe(getKey(item));
  }
});

test('a movement that was accepted does not lend its key to the next one', () => {
  const key = getKey();
  forgetCardMovement(readCardMovement() as CardMovementDraft);
  expect(getKey()).not.toBe(key);
});

test('whoever signs in next finds nothing of the sum of the one before, nor its key', () => {
  const signIn = (id: number): void => storeProfile({ id } as Parameters<typeof storeProfile>[0], []);
  signIn(1);
  const key = getKey();
  signIn(2);
  expect(readCardMovement()).toBeNull();
  expect(getKey()).not.toBe(key);
});
