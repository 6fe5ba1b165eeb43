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

test('§2.67 §2.70 a payout does not reuse the key of a transfer of the same sum, its retry does', () => {
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

test('the next user who signs in finds neither the previous one’s sum nor its key', () => {
  const signIn = (id: number): void => storeProfile({ id } as Parameters<typeof storeProfile>[0], []);
  signIn(1);
  const key = getKey();
  signIn(2);
  expect(readCardMovement()).toBeNull();
  expect(getKey()).not.toBe(key);
});
