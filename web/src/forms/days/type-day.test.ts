import { expect, test } from 'vitest';
import { completedDay, typedDay, writtenDay } from './type-day.ts';

test.each([
  ['05032026', '2026-03-05'],
  ['5.3.2026', '2026-03-05'],
  ['05/03/2026', '2026-03-05'],
  [' 2026-03-05 ', '2026-03-05'],
  ['29.02.2028', '2028-02-29'],
])('%s is the day %s', (text, day) => {
  expect(typedDay(text)).toBe(day);
});

test.each([
  ['', ''],
  ['0', '0'],
  ['05', '05'],
  ['050', '05.0'],
  ['05.03.', '05.03'],
  ['0503202', '05.03.202'],
  ['31.02.2026', '31.02.2026'],
  ['29.02.2026', '29.02.2026'],
  ['00.00.0000', '00.00.0000'],
  ['день', ''],
  ['0503202612', '2026-03-05'],
])('%s stays as it was typed until it is a day: %s', (text, shown) => {
  expect(typedDay(text)).toBe(shown);
});

test('a day is written as people write it, and what is typed of it as it is', () => {
  expect(writtenDay('2026-03-05')).toBe('05.03.2026');
  for (const text of ['', '05.0', '31.02.2026']) expect(writtenDay(text)).toBe(text);
});

test('a year of two digits is one of this century, once the field is left', () => {
  expect(completedDay('05.03.26')).toBe('2026-03-05');
  for (const text of ['05.03.2', '31.02.26', '2026-03-05', '']) expect(completedDay(text)).toBe(text);
});
