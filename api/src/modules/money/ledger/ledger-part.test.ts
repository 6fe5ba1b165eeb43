import { expect, test } from 'vitest';
import { nextStep, getIdSpan, type LedgerPart } from './ledger-parts.ts';

/** 2026-10-01, in the numbers of `first_id_of_month`. */
const OCTOBER = 3_210_000_000_000;

const part = (month: string, more: Partial<LedgerPart> = {}): LedgerPart => ({
  month,
  firstId: OCTOBER,
  beginsAt: null,
  turnedAt: null,
  isAnalyzed: false,
  ...more,
});
const at = (now: string, lastId: number) => ({ lastId, now: new Date(now), full: 10 });

test('makes no part for a ledger that is small', () => {
  expect(nextStep([], at('2026-09-15T09:00:00Z', 9))).toBeNull();
  expect(nextStep([], at('2026-09-15T09:00:00Z', 10))).toEqual({ step: 'make', month: '2026-10-01' });
});

test('counts months as Moscow does', () => {
  expect(nextStep([part('2026-10-01')], at('2026-09-30T20:59:59Z', 10))).toBeNull();
  expect(nextStep([part('2026-10-01')], at('2026-09-30T21:00:00Z', 10))).toEqual({
    step: 'begin',
    month: '2026-10-01',
  });
});

test('goes on where it stopped, and makes no part twice when the clock goes back', () => {
  const startedPart = part('2026-10-01', { beginsAt: new Date('2026-10-01T00:00:00Z') });
  expect(nextStep([startedPart], at('2027-02-01T00:00:00Z', 10))?.step).toBe('turn');
  const turned = { ...startedPart, turnedAt: new Date('2026-10-01T00:00:01Z') };
  expect(nextStep([turned], at('2026-10-02T00:00:00Z', OCTOBER + 20))?.step).toBe('analyze');
  const analyzed = { ...turned, isAnalyzed: true };
  expect(nextStep([analyzed], at('2026-10-02T00:00:00Z', OCTOBER + 9))).toBeNull();
  expect(nextStep([analyzed], at('2026-08-02T00:00:00Z', OCTOBER + 20))).toBeNull();
});

test('the ids of a time leave out parts that can’t have it, with an hour to spare', () => {
  const [begins, turned] = [new Date('2026-10-01T00:00:00Z'), new Date('2026-10-01T00:01:00Z')];
  const parts = [part('2026-10-01', { beginsAt: begins, turnedAt: turned })];
  const getSpan = (from: string, to: string) => getIdSpan(parts, { from: new Date(from), to: new Date(to) });
  expect(getSpan('2026-09-01T00:00:00Z', '2026-09-30T23:00:00Z')).toEqual({ fromId: 0, beforeId: OCTOBER });
  expect(getSpan('2026-10-01T00:30:00Z', '2026-10-01T00:40:00Z').fromId).toBe(0);
  expect(getSpan('2026-09-01T00:00:00Z', '2026-09-30T23:30:00Z').beforeId).toBeGreaterThan(OCTOBER);
  expect(getSpan('2026-10-01T01:01:00Z', '2026-11-01T00:00:00Z').fromId).toBe(OCTOBER);
});
