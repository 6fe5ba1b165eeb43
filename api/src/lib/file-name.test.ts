import { expect, test } from 'vitest';
import { fileName } from './file-name.ts';

test.each([
  ['УПД № 1/2: "август"', 'УПД № 1 2 август'],
  ['Акт сверки\u0000 за август.', 'Акт сверки за август'],
  ['CON', '_CON'],
  ['com1.txt', '_com1.txt'],
  ['…?', '…'],
  [' . ', 'Документ'],
])('%j is a file called %j', (title, expected) => {
  expect(fileName(title)).toBe(expected);
});

test('the longest title still leaves room for its folder', () => {
  expect(fileName('а'.repeat(500))).toHaveLength(120);
});
