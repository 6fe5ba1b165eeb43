import { expect, test } from 'vitest';
import { formatAge } from './format-age.ts';

test('the age of a position is written in whole units', () => {
  const now = new Date('2026-11-28T12:00:00Z');
  const ages = [
    '2026-11-28T12:01:00Z',
    '2026-11-28T11:55:00Z',
    '2026-11-28T01:10:00Z',
    '2026-11-26T11:00:00Z',
  ];
  expect(ages.map((at) => formatAge(at, now))).toEqual([
    'только что',
    '5\u00a0мин назад',
    '10\u00a0ч назад',
    '2\u00a0дня назад',
  ]);
});
