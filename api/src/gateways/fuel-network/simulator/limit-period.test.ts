import { expect, test } from 'vitest';
import { getLimitPeriod } from './limit-period.ts';

test.each([
  ['P1D', '2026-11-21T20:59:59Z', '2026-11-20T21:00:00.000Z', '2026-11-21T21:00:00.000Z'],
  ['P1D', '2026-11-21T21:00:00Z', '2026-11-21T21:00:00.000Z', '2026-11-22T21:00:00.000Z'],
  ['P1W', '2026-11-22T20:59:59Z', '2026-11-15T21:00:00.000Z', '2026-11-22T21:00:00.000Z'],
  ['P1W', '2026-12-30T12:00:00Z', '2026-12-27T21:00:00.000Z', '2027-01-03T21:00:00.000Z'],
  ['P3M', '2027-03-31T20:59:59Z', '2026-12-31T21:00:00.000Z', '2027-03-31T21:00:00.000Z'],
  ['P3M', '2026-12-31T20:59:59Z', '2026-09-30T21:00:00.000Z', '2026-12-31T21:00:00.000Z'],
  ['P1M', '2026-12-31T22:00:00Z', '2026-12-31T21:00:00.000Z', '2027-01-31T21:00:00.000Z'],
  ['P1M', '2026-12-31T20:00:00Z', '2026-11-30T21:00:00.000Z', '2026-12-31T21:00:00.000Z'],
] as const)('§9.24 a limit of %s ends at Moscow’s midnight, not at UTC’s: %s', (period, moment, from, to) => {
  const read = getLimitPeriod(period, new Date(moment));
  expect([read.from.toISOString(), read.to.toISOString()]).toEqual([from, to]);
});
