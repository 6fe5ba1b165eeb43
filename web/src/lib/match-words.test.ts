import { expect, test } from 'vitest';
import { MATCH, matchWords, normalizeText } from './match-words.ts';

function match(words: string, text: string): number {
  return matchWords(normalizeText(words), normalizeText(text));
}

test('the beginning of a text fits best, then the beginnings of words, then the inside', () => {
  expect(match('иванов петр', 'Иванов Пётр')).toBe(MATCH.whole);
  expect(match('ива', 'Иванов Пётр')).toBe(MATCH.start);
  expect(match('петр ив', 'Иванов Пётр')).toBe(MATCH.words);
  expect(match('ванов', 'Иванов Пётр')).toBe(MATCH.inside);
  expect(match('сидоров', 'Иванов Пётр')).toBe(MATCH.none);
  expect(match('иванов сидор', 'Иванов Пётр')).toBe(MATCH.none);
  expect(match(' ', 'Иванов Пётр')).toBe(MATCH.none);
});

test('a plate is found in either alphabet, with spaces or without', () => {
  for (const typed of ['а123вс', 'A123BC', 'А 123 ВС 77', 'a123вс77', '123вс'])
    expect(match(typed, 'МАЗ А123ВС 77'), typed).toBeGreaterThan(MATCH.none);
  expect(match('королев', 'Королёв Иван')).toBe(MATCH.start);
});
