import { expect, test } from 'vitest';
import { readSearch } from './read-search.ts';

const TODAY = '2026-11-25';
const NOTHING = { day: null, month: null, numbers: [], words: [] };

function read(text: string) {
  return readSearch(text, TODAY);
}

test.each([
  ['23.11', '2026-11-23'],
  ['25.11', '2026-11-25'],
  ['26.11', '2025-11-26'],
  ['3.1', '2026-01-03'],
  ['29.02', '2024-02-29'],
  ['23.11.2026', '2026-11-23'],
  ['23.11.25', '2025-11-23'],
  ['01.12.2026', '2026-12-01'],
  ['2026-11-23', '2026-11-23'],
  ['23 ноября', '2026-11-23'],
  ['23 Ноября 2025', '2025-11-23'],
  ['5 мая', '2026-05-05'],
  ['5 марта', '2026-03-05'],
  ['1 дек', '2025-12-01'],
  ['сегодня', TODAY],
  ['вчера', '2026-11-24'],
  ['операции вчера', '2026-11-24'],
])('«%s» is the day %s', (text, day) => {
  expect(read(text)).toEqual({ ...NOTHING, day });
});

test.each([
  ['октябрь', '10'],
  ['за май', '05'],
  ['октября 2025', '2025-10'],
  ['2026-09', '2026-09'],
  ['09.2026', '2026-09'],
])('«%s» is the month %s', (text, month) => {
  expect(read(text)).toEqual({ ...NOTHING, month });
});

test.each([
  ['5330,94', null, 533_094, 533_094],
  ['5330.94', null, 533_094, 533_094],
  ['5 330,94 ₽', null, 533_094, 533_094],
  ['−5\u00a0330,94', null, 533_094, 533_094],
  ['5330,9', null, 533_090, 533_099],
  ['5330', '5330', 533_000, 533_099],
  ['5 330 руб.', '5330', 533_000, 533_099],
  ['№000123', '000123', 12_300, 12_399],
  ['12.50', null, 1250, 1250],
  ['31.11', null, 3111, 3111],
  ['0', '0', 1, 99],
])('«%s» is one number', (text, digits, from, to) => {
  expect(read(text)).toEqual({ ...NOTHING, numbers: [{ digits, sum: { from, to } }] });
});

test('a day and a sum are recognised in either order', () => {
  for (const text of ['23.11.2026 5330', '5330 23.11.2026', '5 330 23 ноября', '23 ноября 5 330'])
    expect(read(text)).toMatchObject({ day: '2026-11-23', numbers: [{ digits: '5330' }], words: [] });
});

test('a card’s number in groups of four is no sum of money', () => {
  const { numbers } = read('7005 3333 0000 4821');
  expect(numbers.map(({ digits }) => digits)).toEqual(['7005', '3333', '0000', '4821']);
  expect(read('7005333300004821').numbers).toEqual([{ digits: '7005333300004821', sum: null }]);
});

test('a character and its combining mark are one character', () => {
  expect(read('Йод за май'.normalize('NFD'))).toMatchObject({ words: ['йод'], month: '05' });
});

test('the rest are words, without punctuation and with «е» for «ё»', () => {
  expect(read('Счёт № М-000123')).toMatchObject({ words: ['счет', 'м-000123'], numbers: [] });
  expect(read('«УПД», октябрь')).toMatchObject({ words: ['упд'], month: '10' });
  expect(read('перевести на карту 4000')).toMatchObject({ words: ['перевести', 'карту'] });
  expect(read('Майоров')).toMatchObject({ words: ['майоров'], month: null });
  expect(read('Мартынов 5 маршрут')).toMatchObject({ words: ['мартынов', 'маршрут'], day: null });
});

test('text before a day stays, and a day inside of another number is none', () => {
  expect(read('М(23.11.2026)')).toMatchObject({ day: '2026-11-23', words: ['м('] });
  expect(read('М-вчера Волков')).toMatchObject({ day: '2026-11-24', words: ['м-', 'волков'] });
  for (const text of ['1,23.11', '5-2026-11-23', 'подмарт'])
    expect(read(text)).toMatchObject({ day: null, month: null });
  expect(read('1 200 5 330').numbers.map(({ digits }) => digits)).toEqual(['1200', '5330']);
  expect(read('№5 330 и 1 200').numbers.map(({ digits }) => digits)).toEqual(['5330', '1200']);
});

test('a sum that nothing costs is a word', () => {
  for (const text of ['0,00', '123456789012,50']) expect(read(text)).toEqual({ ...NOTHING, words: [text] });
});

test.each(['', ' ', '-', '«»', '₽', '.'])('«%s» says nothing', (text) => {
  expect(read(text)).toEqual(NOTHING);
});
