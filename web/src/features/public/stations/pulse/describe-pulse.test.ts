import { expect, test } from 'vitest';
import { describePulse, type Pulse } from './describe-pulse.ts';

const pulse: Pulse = {
  last_sale_minutes: 0,
  sales_hour: 3,
  declined_share: 0.25,
  largest_litres_hour: 40,
  price_age_hours: 50,
  seems_dry: false,
};

const describeText = (more: Partial<Pulse> = {}) =>
  describePulse({ ...pulse, ...more }).map((line) => line.replaceAll('\u00a0', ' '));

test('a busy station shows the last filling, the hour, refusals and the age of prices', () => {
  expect(describeText()).toEqual([
    'Последняя заправка только что',
    'За час 3 заправки, самая большая до 40 л',
    'Сеть отказала в 25 % покупок за сутки',
    'Цены загружены 2 дня назад',
  ]);
});

test('figures that say nothing are left out', () => {
  const quiet = { sales_hour: null, largest_litres_hour: null, declined_share: 0, price_age_hours: 23 };
  expect(describeText({ ...quiet, last_sale_minutes: 20 })).toEqual(['Последняя заправка 20 минут назад']);
  expect(describeText({ ...quiet, last_sale_minutes: 130 })).toEqual(['Последняя заправка 2 часа назад']);
  expect(describeText({ ...quiet, last_sale_minutes: null })).toEqual(['За сутки здесь никто не заправился']);
});
