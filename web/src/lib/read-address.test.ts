import { expect, test } from 'vitest';
import { ANY_ID, parseDay, offeredValue, parsePage } from './read-address.ts';

test('a value that no field offers is not asked for', () => {
  expect(['2', '02', '2.0', '99', 'zzz', ''].map((text) => offeredValue(text, ['1', '2']))).toEqual([
    '2',
    '',
    '',
    '',
    '',
    '',
  ]);
  expect(offeredValue(null, ['1'])).toBe('');
});

test('an id stays while the options load, and an invalid one is not requested', () => {
  expect(offeredValue('7', ANY_ID)).toBe('7');
  expect(['zzz', '-1', '1.5', '1e9', ''].map((text) => offeredValue(text, ANY_ID)).join('')).toBe('');
  expect(offeredValue(null, ANY_ID)).toBe('');
});

test.each(['0', '-1', '1.5', '1e99', 'zzz', '', null])('the page %s is not asked for', (text) => {
  expect(parsePage(text)).toBe(1);
});

test('a good page stays', () => {
  expect(parsePage('12')).toBe(12);
});

test.each(['2026-02-30', '2026-13-01', '1999-12-31', '0002-01-01', '20261-01-01', 'zzz', '', null])(
  'the day %s is not asked for',
  (text) => {
    expect(parseDay(text)).toBeUndefined();
  },
);

test('a good day stays', () => {
  expect(['2000-01-01', '2024-02-29', '2026-12-31'].map(parseDay)).toEqual([
    '2000-01-01',
    '2024-02-29',
    '2026-12-31',
  ]);
});
