import { expect, test } from 'vitest';
import { signedSum } from './signed-sum.ts';

test.each([
  [1, 100],
  [10, 100],
  [11, -100],
  [2, -100],
])('§9.30 an operation of type %i is never shown with the wrong sign', (typeId, shown) => {
  expect(signedSum(typeId, 100)).toBe(shown);
});
