import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDecimal } from './read-decimal.ts';

test.each([
  ['600', 600],
  ['31,5', 31.5],
  ['31.5 л', 31.5],
  ['31,5 л/100 км', 31.5],
  ['600 литров', 600],
  ['1 234,5', 1234.5],
  ['1\u00a0234,5', 1234.5],
  ["1'234.5", 1234.5],
  ['1,234.5', 1234.5],
  ['1.234,5', 1234.5],
  ['1,234,567', 1_234_567],
  ['0,125', 0.125],
  ['1234,500', 1234.5],
])('«%s» is read as a person writes it', (text, value) => {
  expect(readDecimal(text, 'litres')).toBe(value);
});

test.each([
  '',
  ' ',
  '0x10',
  '1e3',
  '1E3',
  'Infinity',
  'NaN',
  '.',
  ',5',
  '5,',
  '1,2,3',
  '12 34',
  '-5',
  '+5',
  '0b1',
])('«%s» is no number', (text) => {
  expect(readDecimal(text, 'km')).toBeNull();
});

test('«1,234» is refused: it is a thousand to one program and one to another', () => {
  expect(readDecimal('1,234', 'litres')).toBeNull();
});

test('a number in any of its spellings is that number', () => {
  const separator = fc.constantFrom(['', ','], ['', '.'], [' ', ','], ['\u00a0', '.'], ["'", '.']);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 99_999_999 }),
      separator,
      (hundredths, [group = '', point = '']) => {
        const [whole = '', fraction = ''] = (hundredths / 100).toFixed(2).split('.');
        const grouped = whole.replace(/(?=(\d{3})+$)(?<=\d)/g, group);
        expect(readDecimal(`${grouped}${point}${fraction}`, 'litres')).toBe(hundredths / 100);
      },
    ),
  );
});
