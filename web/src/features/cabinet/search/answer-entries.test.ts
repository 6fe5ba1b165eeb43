import { expect, test } from 'vitest';
import { buildAnswerGroups, type Answer } from './answer-entries.ts';
import { buildKnown } from './card-entries.ts';

const EMPTY_KNOWN = buildKnown([], []);
const SPENT = { count: 143, sum: 812_400, litres: 12_340.5, average_price: 65.83 };
const ANSWER: Answer = {
  measure: 'litres',
  by: 'goods',
  from: '2026-10-01',
  to: '2026-10-31',
  about: ['Лукойл'],
  unknown: [],
  report: { partnerId: 3 },
  totals: SPENT,
  rows: [{ key: 'ДТ', title: 'ДТ', ...SPENT }],
  more: 0,
};

function entries(change: Partial<Answer> = {}, text = 'сколько сожгли') {
  return buildAnswerGroups({ ...ANSWER, ...change }, text, EMPTY_KNOWN).flatMap((group) => group.entries);
}

test('the whole leads to the report that says the same, a part to what is behind it', () => {
  const [whole, part] = entries();
  expect(whole).toMatchObject({
    note: 'Лукойл, октябрь 2026',
    to: '/cabinet/transactions?by=goods&from=2026-10-01&to=2026-10-31&network=3',
  });
  expect(part?.to).toContain('by=card');
  expect(decodeURIComponent(part?.to ?? '')).toContain('network=3&goods=ДТ');
});

test('the requested figure comes first: litres, rubles, fillings or the price', () => {
  const first = (measure: Answer['measure']) => entries({ measure })[0]?.title.replaceAll(/\s/g, ' ');
  expect(first('litres')).toMatch(/^12 340,5.* · 812 400/);
  expect(first('sum')).toMatch(/^812 400.* · 12 340,5/);
  expect(first('count')).toMatch(/^143 заправки/);
  expect(first('price')).toMatch(/^65,83 ₽ за литр/);
});

test('a subject without a filter says that its report is of all cards', () => {
  expect(entries({ report: null })[0]?.note).toBe('Лукойл, октябрь 2026, отчёт по всем картам');
  expect(entries({ from: '2025-01-01', to: '2025-12-31' })[0]?.note).toBe('Лукойл, 2025 год');
});

test('a word that was not understood is offered to be left out', () => {
  const [only, ...others] = entries(
    { totals: null, unknown: ['самосвалы'] },
    'сколько сожгли Самосвалы, вчера',
  );
  expect(others).toEqual([]);
  expect(only).toMatchObject({ title: 'Не нашли, что значит «самосвалы»', fill: 'сколько сожгли вчера' });
});

test('a month of a year leads to that month alone', () => {
  const [, part] = entries({ by: 'month', rows: [{ key: '2026-02', title: '2026-02', ...SPENT }] });
  expect(part).toMatchObject({ title: 'февраль 2026' });
  expect(part?.to).toContain('from=2026-02-01&to=2026-02-28');
});
