import { expect, test } from 'vitest';
import { refuseNewerPatterns } from './newer-patterns.ts';

const SAFARI_16: Parameters<typeof refuseNewerPatterns>[2] = [{ name: 'safari', version: '16.0' }];

test.each([
  ['/(?<![а-я])с/', 'a look-behind'],
  ['/(?<=за )год/', 'a look-behind'],
  ["new RegExp('(?<!\\\\d)1')", 'a look-behind'],
  ['new RegExp(`(?<=${before})1`)', 'a look-behind'],
  ['/(?i:а)б/', 'modifiers'],
  ['/(?-s:.)/', 'modifiers'],
  ['/(?<a>1)|(?<a>2)/', 'one name for two groups'],
  ['/[\\p{L}--а]/v', 'the flag v'],
  ["new RegExp('а', 'v')", 'the flag v'],
])('%s is refused for Safari 16.0: %s', (code, message) => {
  expect(() => refuseNewerPatterns(`let before='а';f(${code})`, 'a.js', SAFARI_16)).toThrow(message);
});

test.each([
  '/(?<before>^|[^а-я])с (?!по)(?=а)(?:б)/u',
  "new RegExp('(?<a>1)(?<b>2)', 'giu')",
  "match('а', 'v')",
])('%s is what Safari 16.0 reads', (code) => {
  expect(() => refuseNewerPatterns(`f(${code})`, 'a.js', SAFARI_16)).not.toThrow();
});

test('a pattern that all of the browsers know is not refused', () => {
  expect(() =>
    refuseNewerPatterns('f(/(?<=за )год/)', 'a.js', [{ name: 'safari', version: '16.4' }]),
  ).not.toThrow();
});
