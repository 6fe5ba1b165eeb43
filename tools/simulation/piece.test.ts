import { expect, test } from 'vitest';
import { chooseRun, PIECE_SECONDS, PIECES } from './piece.ts';

test('the pieces together last a day, and no seed is in two of them', () => {
  expect(PIECES * PIECE_SECONDS).toBe(86_400);
  const runs = Array.from({ length: PIECES }, (_, piece) =>
    [0, 1, 2, 3, 500].map((run) => chooseRun(piece, run)),
  );
  expect(new Set(runs.flat().map(({ seed }) => seed)).size).toBe(PIECES * 5);
});

test('a piece takes its sizes in turn', () => {
  expect(chooseRun(3, 0)).toMatchObject({ seed: 4_000_000, companies: 24 });
  expect(chooseRun(3, 4)).toMatchObject({ seed: 4_000_004, faultEvery: 7 });
  expect(chooseRun(3, 5)).toMatchObject({ days: 100 });
});
