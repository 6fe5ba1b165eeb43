import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { vatAt } from '#contract/values/included-vat.ts';
import { GENERAL_SCHEDULE, setVatSchedule, vatIncluded, vatRateOn } from './vat.ts';

afterEach(() => setVatSchedule(GENERAL_SCHEDULE));

describe('the operator’s own schedule', () => {
  const schemes = [
    { since: '2026-07-01', scheme: 'without' },
    { since: '2019-01-01', scheme: 'general' },
    { since: '2026-04-01', scheme: 'usn-5' },
  ] as const;

  it.each([
    ['2025-12-31', 20],
    ['2026-03-31', 22],
    ['2026-04-01', 5],
    ['2026-07-01', null],
  ])('the VAT rate on %s is %s', (day, rate) => {
    setVatSchedule({ ...GENERAL_SCHEDULE, schemes });
    expect(vatRateOn(day)).toBe(rate);
  });

  it('no sum has VAT where the operator has none', () => {
    setVatSchedule({ ...GENERAL_SCHEDULE, schemes });
    expect([vatIncluded(100_00, '2026-07-01'), vatAt(100_00, null), vatAt(2e12, null)]).toEqual([null, 0, 0]);
  });

  it('the VAT schedule takes a later rate from data alone', () => {
    setVatSchedule({
      ...GENERAL_SCHEDULE,
      rates: [...GENERAL_SCHEDULE.rates, { since: '2028-01-01', percent: 24 }],
    });
    expect([vatRateOn('2027-12-31'), vatRateOn('2028-01-01')]).toEqual([22, 24]);
  });
});

describe('VAT by date', () => {
  it('the last day of 2025 keeps 20 %, the first of 2026 takes 22 %', () => {
    expect(vatRateOn('2025-12-31')).toBe(20);
    expect(vatRateOn('2026-01-01')).toBe(22);
    expect(vatRateOn('2019-01-01')).toBe(20);
  });

  it.each(['2018-12-31', 'вчера', '01.01.2026'])('«%s» gets no rate rather than a guessed one', (day) => {
    expect(() => vatRateOn(day)).toThrow(RangeError);
  });

  // Computed vectors of docs/facts.md 2.
  it.each([
    [150_000_00, '2026-09-15', 22, 27_049_18],
    [150_000_00, '2025-09-15', 20, 25_000_00],
    [9_999_99, '2026-01-01', 22, 1_803_28],
    [1_00, '2026-01-01', 22, 18],
    [12_345_67, '2025-12-31', 20, 2_057_61],
    [3, '2025-12-31', 20, 1],
    [0, '2026-01-01', 22, 0],
  ])('%d kopecks on %s do not carry a wrong tax', (sum, day, ratePercent, vatKopecks) => {
    expect(vatIncluded(sum, day)).toEqual({ ratePercent, vatKopecks });
  });

  it('the tax is never more than half a kopeck off, whatever the sum', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999_999 }), (sum) => {
        const vatKopecks = vatIncluded(sum, '2026-06-01')?.vatKopecks ?? -1;
        const error = BigInt(vatKopecks) * 122n - BigInt(sum) * 22n;
        expect(error >= -61n && error <= 61n).toBe(true);
      }),
    );
  });

  it('a negative or fractional sum is refused', () => {
    expect(() => vatIncluded(-1, '2026-01-01')).toThrow(RangeError);
    expect(() => vatIncluded(1.5, '2026-01-01')).toThrow(RangeError);
  });
});
