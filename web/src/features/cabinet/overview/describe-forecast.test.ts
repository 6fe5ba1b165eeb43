import { expect, test } from 'vitest';
import { describeForecast } from './describe-forecast.ts';

const SPENT_TODAY = { this_month: 2222.1 };
const CALM = { this_month: 0 };

test.each([
  [
    'money for ten days',
    { own: 1000, per_day: 100, days_left: 10 },
    CALM,
    ['Хватит на 10 дней', 'По 100 ₽ в день'],
  ],
  ['no money', { own: 0, per_day: 100, days_left: 0 }, CALM, ['Своих денег нет', 'По 100 ₽ в день']],
  ['no spending', { own: 1000, per_day: 0, days_left: null }, CALM, ['За 30 дней расходов не было', null]],
  [
    'the first spending today',
    { own: 1000, per_day: 0, days_left: null },
    SPENT_TODAY,
    ['Прогноз будет завтра', null],
  ],
] as const)('the forecast of a company with %s agrees with its month', (_, money, spending, [text, pace]) => {
  const forecast = describeForecast(money, spending);
  expect(forecast.text.replaceAll(/\s/g, ' ')).toBe(text);
  expect(forecast.pace?.replaceAll(/\s/g, ' ') ?? null).toBe(pace);
});
