import { expect, test } from 'vitest';
import { identify, readEquivalent, readMutants } from './read-mutants.ts';

test('each mistake that is listed as equivalent is in the code', () => {
  const known = new Set(readMutants('').map(identify));
  expect(readEquivalent().filter((listed) => !known.has(listed))).toEqual([]);
});
