import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runFigures } from '#contract/values/run.ts';
import { listMonths, getRun } from './vehicle-month.ts';

const NOW = new Date('2026-11-26T09:00:00Z');
const road = (since: string, until: string, km: number, litres: number) => ({
  since: new Date(since),
  until: new Date(until),
  kmSince: 10_000,
  kmUntil: 10_000 + km,
  centilitres: litres * 100,
  kopecks: litres * 7000,
  tollKopecks: 0,
});

function readMonth(month: string, intervals: ReturnType<typeof road>[]) {
  const shown = listMonths(
    { months: [], intervals, tolls: new Map([['2026-10', 900_00]]), norm: null, tankCentilitres: null },
    { now: NOW, count: 3 },
  );
  return shown.find((vehicleMonth) => vehicleMonth.month === month);
}

test('a month between readings has its consumption and its price of a kilometre', () => {
  const october = road('2026-09-30T21:00:00Z', '2026-10-31T21:00:00Z', 1000, 300);
  expect(readMonth('2026-10', [october])).toMatchObject({
    km: 1000,
    centilitresPer100Km: 30_00,
    kopecksPerKm: 21_00,
  });
});

test('tolls between readings are a part of what a kilometre costs, not of its fuel', () => {
  const october = road('2026-09-30T21:00:00Z', '2026-10-31T21:00:00Z', 1000, 300);
  expect(readMonth('2026-10', [{ ...october, tollKopecks: 3500_00 }])).toMatchObject({
    kopecksPerKm: 21_00,
    costKopecksPerKm: 24_50,
    tollKopecks: 900_00,
  });
});

test('a month that a road only touches takes the same part of its fuel', () => {
  const both = road('2026-10-01T09:00:00Z', '2026-11-02T09:00:00Z', 1000, 300);
  expect([readMonth('2026-10', [both]), readMonth('2026-11', [both])]).toMatchObject([
    { km: 953, centilitresPer100Km: 30_00 },
    { km: 47, centilitresPer100Km: 30_00 },
  ]);
});

test('a road on which nothing was filled says nothing of what a truck takes', () => {
  const empty = road('2026-10-05T09:00:00Z', '2026-10-09T09:00:00Z', 400, 0);
  expect(readMonth('2026-10', [empty])).toMatchObject({
    km: 400,
    centilitresPer100Km: null,
    kopecksPerKm: null,
  });
});

test('partial fillings and frequent readings do not change what the whole range took', () => {
  const litres = fc.array(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 0, max: 400 })), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(litres, (stops) => {
      const day = (at: number) => new Date(Date.UTC(2026, 8, 1 + at)).toISOString();
      const intervals = stops.map(([km, filled], at) => road(day(at), day(at + 1), km, filled));
      const [km, filled] = stops.reduce(([a, b], [c, d]) => [a + c, b + d]);
      const run = getRun(intervals, { from: Date.UTC(2026, 0), until: Date.UTC(2027, 0) });
      const { centilitresPer100Km } = runFigures(run);
      expect(centilitresPer100Km).toBe(filled === 0 ? null : Math.round((filled * 100 * 100) / km));
    }),
  );
});
