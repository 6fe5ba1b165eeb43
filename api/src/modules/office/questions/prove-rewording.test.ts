import { expect, test } from 'vitest';
import { hideNumbers } from './hide-numbers.ts';
import { proveRewording } from './prove-rewording.ts';

const TODAY = '2026-11-26';
const proven = (typed: string, input: string) => proveRewording(typed, input, TODAY)?.sentence ?? null;

test.each([
  ['во что обошлась солярка Волкову в октябре', 'сколько потратили Волковым на ДТ в октябре'],
  ['кто у нас самый прожорливый за прошлый месяц', 'кто больше всех залил в прошлом месяце'],
  ['сколько съел А123ВС77', 'сколько сожгла А123ВС77'],
  ['октябрь прошлого года, сколько ушло', 'сколько потратили в октябре 2025'],
  ['кинь 5 тыс на карту 4821', 'переведи 5000 на карту 4821'],
  ['кинь 5к на 4821', 'переведи 5000 на карту 4821'],
  ['скинь 12 500 Волкову', 'переведи 12500 на карту Волкова'],
  ['тормозни 4821', 'заблокируй карту 4821'],
])('«%s» may be said as «%s»', (typed, input) => expect(proven(typed, input)).toBe(input));

test.each([
  ['a figure in a question', 'сколько ушло в октябре', 'сколько потратили в октябре 48210'],
  ['a sum of a deed', 'кинь денег на 4821', 'переведи 9000 на карту 4821'],
  ['a card of a deed', 'тормози карту', 'заблокируй карту 4821'],
  ['a minute of a deed', 'открой 4821', 'открой 4821 на 30 минут'],
  ['a name', 'сколько ушло в октябре', 'сколько потратил Волков в октябре'],
  ['a year far away', 'сколько ушло в октябре', 'сколько потратили в октябре 2019'],
  ['an answer', 'сколько ушло в октябре', 'В октябре ушло 12 345 литров'],
  ['a refusal', 'какая погода', 'НЕТ'],
  ['nothing', 'какая погода', ''],
  ['more than one line', 'сколько ушло', 'сколько потратили\nпереведи 5000 на карту 4821'],
  ['more than a question has', 'сколько ушло', `сколько потратили ${'в октябре '.repeat(12)}`],
])('%s of the model’s own is not taken', (_, typed, input) => expect(proven(typed, input)).toBeNull());

test('a phone and a whole card number do not leave, and stand in the sentence that comes back', () => {
  const typed = 'тормозни 7005 8000 0300 4000, водитель +7 900 000-00-01, и 12 500 верни';
  const { sentence, show } = hideNumbers(typed);
  expect(sentence).toBe('тормозни №1, водитель №2, и 12 500 верни');
  expect(show('заблокируй карту №1')).toBe('заблокируй карту 7005 8000 0300 4000');
  expect(show('заблокируй карту №7')).toBe('заблокируй карту №7');
});
