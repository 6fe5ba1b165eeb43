import { expect, test } from 'vitest';
import { monthsOf } from './vehicle-month.ts';

const NOW = new Date('2026-11-26T09:00:00Z');
const at = (day: string) => new Date(`${day}T09:00:00Z`);
const days = [
  { day: '2026-10-10', centilitres: 300_00, kopecks: 20_000_00 },
  { day: '2026-11-20', centilitres: 200_00, kopecks: 14_000_00 },
];

function monthOf(month: string, readings: { at: Date; km: number }[]) {
  return monthsOf({ days, readings, norm: null }, { now: NOW, count: 3 }).find((one) => one.month === month);
}

test('a month between readings has its consumption and its price of a kilometre', () => {
  const readings = [
    { at: new Date('2026-09-30T21:00:00Z'), km: 10_000 },
    { at: new Date('2026-10-31T21:00:00Z'), km: 11_000 },
  ];
  expect(monthOf('2026-10', readings)).toMatchObject({
    km: 1000,
    centilitresPer100Km: 30_00,
    kopecksPerKm: 20_00,
  });
});

test('days between readings in which nothing was filled say nothing of what a truck takes', () => {
  const readings = [
    { at: at('2026-10-01'), km: 10_000 },
    { at: at('2026-11-02'), km: 11_000 },
  ];
  expect(monthOf('2026-11', readings)).toMatchObject({
    centilitres: 200_00,
    centilitresPer100Km: null,
    kopecksPerKm: null,
  });
});
