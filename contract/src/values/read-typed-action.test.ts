import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTypedAction } from './read-typed-action.ts';

test.each([
  ['переведи 5000 на карту 4000', { action: 'transfer', sumKopecks: 5000_00, words: '4000' }],
  ['Перевести 5 000,50 ₽ на карту Иванова', { action: 'transfer', sumKopecks: 5000_50, words: 'иванова' }],
  ['пополни карту 4000 на 1500 руб.', { action: 'transfer', sumKopecks: 1500_00, words: '4000' }],
  ['перевести пять тысяч на карту 4000', { action: 'transfer', sumKopecks: 5000_00, words: '4000' }],
  ['положи 10к на карту 4000', { action: 'transfer', sumKopecks: 10_000_00, words: '4000' }],
  ['пополни карту 4000 на полторы тысячи', { action: 'transfer', sumKopecks: 1500_00, words: '4000' }],
  ['верни 2,5 тыс. с карты 4000', { action: 'payout', sumKopecks: 2500_00, words: '4000' }],
  ['переведи пару тысяч на карту 4000', { action: 'transfer', sumKopecks: null, words: '4000' }],
  ['верни 300 с карты 4000', { action: 'payout', sumKopecks: 300_00, words: '4000' }],
  ['Заблокируй карту водителя Иванова', { action: 'block', words: 'иванова' }],
  ['разблокируй 4000', { action: 'unblock', words: '4000' }],
  ['открой карту А123ВС на 30 минут', { action: 'open', minutes: 30, words: 'а123вс' }],
  ['открой карту А123ВС на 2 часа', { action: 'open', minutes: 120, words: 'а123вс' }],
  [
    'подними лимит 4000 до 300 л в сутки',
    { action: 'limit', limit: { count: 300_00, unit: 'amount', period: 'P1D' }, words: '4000' },
  ],
  [
    'установи лимит карты 4000 до 20 000 руб в месяц',
    { action: 'limit', limit: { count: 20_000_00, unit: 'sum', period: 'P1M' }, words: '4000' },
  ],
  ['подними лимит карты 4000', { action: 'limit', limit: null, words: '4000' }],
])('«%s» is read', (text, input) => {
  expect(readTypedAction(text)).toEqual(input);
});

test.each([
  'переведи на карту 4000',
  'переведи 5000',
  'переведи 5000 на карту',
  'переведи 0 на карту 4000',
  'переведи -5000 на карту 4000',
  'переведи 5000 или 6000 на карту 4000',
  'переведи 1234567 на карту 4000',
  'переведи 50 000 00 на карту 4000',
  'переведи лимит на карту 4000',
  'не переведи 5000 на карту 4000',
  'заблокируй',
  'открой карту 4000 на 0 минут',
  'открой карту 4000',
  'подними лимит 4000 на 300',
  'сколько сожгли КамАЗы в октябре',
  'перевод 5000',
  'переведи k на 1 001',
])('«%s» is no action', (text) => {
  expect(readTypedAction(text)).toBeNull();
});

const sums = fc.record({
  rubles: fc.integer({ min: 1, max: 999_999 }),
  kopecks: fc.option(fc.integer({ min: 0, max: 99 })),
});
const grouped = (rubles: number) => String(rubles).replace(/(?<=\d)(?=\d{3}$)/, ' ');

test('a typed sum is exactly the action’s sum', () => {
  fc.assert(
    fc.property(sums, fc.boolean(), fc.constantFrom('', ' ₽', ' руб'), (sum, isGrouped, unit) => {
      const whole = isGrouped ? grouped(sum.rubles) : String(sum.rubles);
      const part = sum.kopecks === null ? '' : `,${String(sum.kopecks).padStart(2, '0')}`;
      const meant = sum.rubles * 100 + (sum.kopecks ?? 0);
      for (const text of [
        `переведи ${whole}${part}${unit} на карту 4000`,
        `пополни 4000 на ${whole}${part}${unit}`,
      ])
        expect(readTypedAction(text)).toEqual({ action: 'transfer', sumKopecks: meant, words: '4000' });
    }),
  );
});

const beginnings = ['переведи', 'пополни', 'верни', 'открой', 'подними лимит'];
const figures = fc.oneof(
  fc.integer({ min: 0, max: 999 }).map(String),
  fc.integer({ min: 0, max: 9_999_999 }).map(String),
  fc.integer({ min: 1000, max: 999_999 }).map(grouped),
);
/** Sentences most of which are actions, and the rest nearly. */
const sentences = fc
  .record({
    beginning: fc.constantFrom(...beginnings),
    figure: figures,
    unit: fc.constantFrom('', ' руб', ' л в сутки', ' минут'),
    joint: fc.constantFrom('на', 'с', 'до'),
    who: fc.oneof(
      fc.constantFrom('карту 4000', '4000', 'карту 12 Иванова'),
      // «4k» is 4 000, so its figure would not stand in the sentence.
      fc.string().filter((who) => !/\d\s*k/i.test(who)),
    ),
  })
  .chain(({ beginning, figure, unit, joint, who }) =>
    fc.constantFrom(
      `${beginning} ${figure}${unit} ${joint} ${who}`,
      `${beginning} ${who} ${joint} ${figure}${unit}`,
    ),
  );

test('whatever is typed, each figure of what is read stands in it', () => {
  const read = new Set<string>();
  fc.assert(
    fc.property(sentences, (text) => {
      const input = readTypedAction(text);
      const digits = text.replace(/[\s\u00a0\u202f\u2009]/g, '');
      if (input) read.add(input.action);
      if (input && 'sumKopecks' in input && input.sumKopecks !== null)
        expect(digits).toContain(String(Math.floor(input.sumKopecks / 100)));
      if (input?.action === 'open') expect(digits).toContain(String(input.minutes));
      if (input?.action === 'limit' && input.limit)
        expect(digits).toContain(String(Math.floor(input.limit.count / 100)));
    }),
    { numRuns: 2000 },
  );
  expect([...read].toSorted()).toEqual(['limit', 'open', 'payout', 'transfer']);
});
