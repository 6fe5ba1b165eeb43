import { expect, test } from 'vitest';
import { changedLines, computeDifference } from './corrected-lines.ts';

const LINES = [
  { place: 1, title: 'ДТ', unit: 'л', quantity: 100, sum: 6100, rate: 22 },
  { place: 2, title: 'АИ-95', unit: 'л', quantity: 10.5, sum: 700.1, rate: 22 },
];

test('only lines that differ are corrected, however the same number is typed', () => {
  const texts = { 1: { quantity: '100', sum: '6 100,00' }, 2: { quantity: '10,50', sum: '600,1' } };
  const changed = changedLines(LINES, texts);
  expect(changed).toEqual([{ place: 2, quantity: '10,50', sum: '600,1' }]);
  expect(computeDifference(LINES, changed)).toBe(-100);
});
