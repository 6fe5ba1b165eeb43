import { expect, test } from 'vitest';
import { completedMoment, momentProblem, typedMoment, typedTime, writtenMoment } from './type-moment.ts';

test.each([
  ['05.11.2026 14:30', '2026-11-05T14:30'],
  ['05.11.2026, 14:30', '2026-11-05T14:30'],
  ['051120261430', '2026-11-05T14:30'],
  ['5.3.2026 9:05', '2026-03-05T09:05'],
  ['2026-11-05T14:30', '2026-11-05T14:30'],
  ['2026-11-05 00:00', '2026-11-05T00:00'],
  ['017.11.2026 09:00', '2026-11-17T09:00'],
  ['05.11.2026 017:00', '2026-11-05T17:00'],
])('%s is the moment %s', (text, moment) => {
  expect(typedMoment(text)).toBe(moment);
});

test.each([
  ['', ''],
  ['05.1', '05.1'],
  ['05.11.2026', '05.11.2026'],
  ['05.11.2026 ', '05.11.2026'],
  ['05.11.20261', '05.11.2026 1'],
  ['05.11.2026 14:', '05.11.2026 14'],
  ['05.11.2026 14:3', '05.11.2026 14:3'],
  ['05.11.26 ', '05.11.26 '],
  ['05.11.26 9', '05.11.26 9'],
  ['31.02.2026 14:30', '31.02.2026 14:30'],
  ['05.11.2026 25:00', '05.11.2026 25:00'],
  ['завтра', ''],
])('%s stays as it was typed until it is a moment: %s', (text, shown) => {
  expect(typedMoment(text)).toBe(shown);
});

test('every key of a moment typed from its first digit to its last stays', () => {
  let shown = '';
  for (const key of '05112026 1430') shown = writtenMoment(typedMoment(shown + key));
  expect(shown).toBe('05.11.2026 14:30');
  for (let left = 12; left > 0; left -= 1) shown = writtenMoment(typedMoment(shown.slice(0, -1)));
  expect(shown).toBe('');
});

test('a year of two digits and a bare hour are completed once the field is left', () => {
  expect(completedMoment(typedMoment('05.11.26 9:30'))).toBe('2026-11-05T09:30');
  expect(completedMoment('05.11.2026 14')).toBe('2026-11-05T14:00');
  expect(completedMoment('05.11.2026 9')).toBe('2026-11-05T09:00');
  for (const text of ['', '05.11.2026', '31.02.2026 14:30', '05.11.2026 14:3'])
    expect(completedMoment(text)).toBe(text);
});

test.each([
  ['2026-11-05T14:30', null],
  ['', 'Укажите день и время'],
  ['05.11.2026', 'Укажите и время: 05.11.2026 14:30'],
  ['31.02.2026 14:30', 'Такого дня нет в календаре'],
  ['05.11.2026 25:00', 'Такого времени нет: в сутках 24 часа, в часе 60 минут'],
  ['05.11.2026 14:60', 'Такого времени нет: в сутках 24 часа, в часе 60 минут'],
  ['05.11', 'Укажите день и время как 05.11.2026 14:30'],
  ['05.11.2026 14:3', 'Укажите день и время как 05.11.2026 14:30'],
])('for %s the message is: %s', (text, sentence) => {
  expect(momentProblem(text)).toBe(sentence);
});

test.each([
  ['9:5', '09:5'],
  ['0930', '09:30'],
  ['9.30', '09:30'],
  ['24:00', '24:00'],
  ['9', '9'],
  ['полдень', ''],
])('the time %s is %s', (text, time) => {
  expect(typedTime(text)).toBe(time);
});
