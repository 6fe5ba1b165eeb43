import { describe, expect, it } from 'vitest';
import { LAW_BY_DATE, lawOn, type LawKey } from './law-by-date.ts';

/** Each day of 2024 to 2028, `YYYY-MM-DD`. */
const DAYS = Array.from({ length: 1827 }, (_, day) =>
  new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10),
);
const DAY = /^20\d\d-\d\d-\d\d$/;

/** Days of `DAYS` on which a value differs from that of the day before, with both; read from the first day on. */
function listChanges(read: (day: string) => unknown): (readonly [string, unknown])[] {
  return DAYS.map((day) => [day, read(day)] as const).filter(
    ([, value], place, all) => place === 0 || value !== all[place - 1]?.[1],
  );
}

describe('the law by date', () => {
  it('each day of 2024 to 2028 has its rate of VAT', () => {
    expect([DAYS.length, DAYS.at(-1)]).toEqual([1827, '2028-12-31']);
    expect(listChanges((day) => lawOn('vatPercent', day))).toEqual([
      ['2024-01-01', 20],
      ['2026-01-01', 22],
    ]);
    expect(listChanges((day) => lawOn('usnVatPercent', day)['usn-5'])).toEqual([
      ['2024-01-01', null],
      ['2025-01-01', 5],
    ]);
    expect(listChanges((day) => lawOn('usnVatPercent', day)['usn-7'])).toEqual([
      ['2024-01-01', null],
      ['2025-01-01', 7],
    ]);
  });

  it('each day of 2024 to 2028 has its forms and electronic formats', () => {
    expect(listChanges((day) => lawOn('updFormat', day).version)).toEqual([
      ['2024-01-01', '5.01'],
      ['2024-02-09', '5.03'],
    ]);
    for (const key of [
      'ukdFormat',
      'reconciliationFormat',
      'reconciliationAnswerFormat',
      'paymentInvoiceFormat',
    ] as const)
      expect(listChanges((day) => lawOn(key, day).version)).toEqual([['2024-01-01', '5.01']]);
    expect(listChanges((day) => lawOn('consent', day).isSeparate)).toEqual([
      ['2024-01-01', false],
      ['2025-09-01', true],
    ]);
    expect(listChanges((day) => lawOn('invoiceNamesAdvances', day))).toEqual([
      ['2024-01-01', false],
      ['2026-04-01', true],
    ]);
    for (const key of ['invoiceForm', 'documentRetention'] as const)
      expect(listChanges((day) => lawOn(key, day))).toHaveLength(1);
  });

  it('every entry names its act, and entries stand in the order of their days', () => {
    for (const entries of Object.values(LAW_BY_DATE)) {
      const days = entries.map(({ since }) => since as string);
      expect(days.toSorted()).toEqual(days);
      for (const { since, source } of entries)
        expect([DAY.test(since), source.length > 5]).toEqual([true, true]);
    }
  });

  it('a day before the table gets no guess', () => {
    for (const key of Object.keys(LAW_BY_DATE) as LawKey[])
      expect(() => lawOn(key, '2018-12-31')).toThrow(RangeError);
  });
});
