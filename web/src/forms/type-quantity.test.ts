import { expect, test } from 'vitest';
import { typeQuantity } from './type-quantity.ts';

test.each([
  ['1.5', 1, '.'],
  ['1,5', 1, ','],
  ['1 5', 1, ' '],
  ['1\u00a05', 1, '\u00a0'],
  [',5', 0, ','],
  ['1.', 1, '.'],
])('§5.13 a point, comma or space glues no digits together: %s', (typed, value, separator) => {
  expect(typeQuantity(typed, 0, 100)).toEqual({ value, separator });
});

test.each([
  ['', 0],
  ['15', 15],
  [' 15', 15],
  ['12 шт.', 12],
  ['1а', 1],
  ['101', 100],
  ['99999999999999999999', 100],
  ['007', 7],
])('§5.13 a number written as %s is read rightly', (typed, value) => {
  expect(typeQuantity(typed, 0, 100).value).toBe(value);
});

test('an empty field is the least number', () => {
  expect(typeQuantity('', 1, 100).value).toBe(1);
});
