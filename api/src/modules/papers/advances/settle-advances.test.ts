import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { kopecks } from '#contract/kopecks.ts';
import { addDays } from '../../../lib/days.ts';
import { vatAt } from '#contract/values/included-vat.ts';
import { GENERAL_SCHEDULE, setVatSchedule, vatIncluded, vatRateOn } from '../../../lib/vat.ts';
import { findFiveDays } from './five-days.ts';
import { settleAdvances, type OpenAdvance } from './settle-advances.ts';

const RUNS = {
  numRuns: Number(process.env.FC_RUNS ?? 200),
  ...(process.env.FC_SEED && { seed: Number(process.env.FC_SEED) }),
};

afterEach(() => setVatSchedule(GENERAL_SCHEDULE));

describe('five days', () => {
  test('each day of 2024 to 2028 is in five days of one month and one rate', () => {
    for (let day = '2024-01-01'; day <= '2028-12-31'; day = addDays(day, 1)) {
      const { from, till } = findFiveDays(day);
      expect(from <= day && day <= till && till <= addDays(from, 4)).toBe(true);
      expect(from.slice(0, 7)).toBe(till.slice(0, 7));
      expect(vatRateOn(from)).toBe(vatRateOn(till));
      expect(findFiveDays(till)).toEqual({ from, till });
    }
  });

  test('a rate that begins within a month begins new five days', () => {
    setVatSchedule({
      rates: GENERAL_SCHEDULE.rates,
      schemes: [
        { since: '2019-01-01', scheme: 'usn-5' },
        { since: '2026-08-03', scheme: 'usn-7' },
      ],
    });
    expect(findFiveDays('2026-08-02')).toEqual({ from: '2026-08-01', till: '2026-08-02' });
    expect(findFiveDays('2026-08-03')).toEqual({ from: '2026-08-03', till: '2026-08-07' });
  });
});

const open = (id: number, gross: number, ratePercent: number | null = 22): OpenAdvance => ({
  id,
  gross: kopecks(gross),
  vat: kopecks(vatAt(gross, ratePercent)),
  ratePercent,
  left: kopecks(gross),
});
const moved = (received: number, returned: number, shipped: number) => ({
  received: kopecks(received),
  returned: kopecks(returned),
  shipped: kopecks(shipped),
});

describe('an advance', () => {
  test('is what came and was not shipped in the same days', () => {
    expect(settleAdvances(kopecks(0), [], moved(122_00, 0, 100_00)).advance).toBe(22_00);
    expect(settleAdvances(kopecks(0), [], moved(122_00, 0, 122_00)).advance).toBe(0);
    expect(settleAdvances(kopecks(-50_00), [], moved(122_00, 0, 0)).advance).toBe(72_00);
  });

  test('is used by shipments from the oldest on, which use new money last', () => {
    const settled = settleAdvances(
      kopecks(100_00),
      [open(1, 60_00), open(2, 40_00)],
      moved(50_00, 0, 120_00),
    );
    expect(settled.advance).toBe(30_00);
    expect(settled.offsets).toEqual([
      { advanceId: 1, kind: 'shipment', gross: 60_00, vat: 10_82 },
      { advanceId: 2, kind: 'shipment', gross: 40_00, vat: 7_21 },
    ]);
  });

  test('goes back from the newest on', () => {
    const settled = settleAdvances(kopecks(100_00), [open(1, 60_00), open(2, 40_00)], moved(0, 50_00, 20_00));
    expect(settled.offsets.map(({ advanceId, kind, gross }) => [advanceId, kind, gross])).toEqual([
      [2, 'return', 40_00],
      [1, 'return', 10_00],
      [1, 'shipment', 20_00],
    ]);
  });

  test('of December at 20/120 gives back 20/120 when it is shipped in January', () => {
    const vat = vatIncluded(120_00, '2025-12-31');
    const advance = { ...open(1, 120_00, vat?.ratePercent), vat: kopecks(vat?.vatKopecks ?? 0) };
    const { offsets } = settleAdvances(kopecks(120_00), [advance], moved(0, 0, 120_00));
    expect(offsets).toEqual([{ advanceId: 1, kind: 'shipment', gross: 120_00, vat: 20_00 }]);
  });

  test('is made of money that comes back for fuel, too', () => {
    expect(settleAdvances(kopecks(0), [], moved(0, 0, -10_00)).advance).toBe(10_00);
  });
});

/** Days of a client at random: payments, returns, sales and refunds in any mixture. */
const days = fc.array(
  fc.record({
    gap: fc.integer({ min: 0, max: 12 }),
    received: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 90_000_000 })),
    returned: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 40_000_000 })),
    shipped: fc.oneof(fc.constant(0), fc.integer({ min: -20_000_000, max: 70_000_000 })),
  }),
  { maxLength: 80 },
);
const schemes = fc.constantFrom('general', 'usn-5', 'usn-7', 'without', 'general to usn-7') as fc.Arbitrary<
  'general' | 'usn-5' | 'usn-7' | 'without' | 'general to usn-7'
>;

/** A second reading of the law: payments by themselves, used up one by one. */
test('VAT charged less deducted is that of shipments and of what is still an advance', () => {
  fc.assert(
    fc.property(days, schemes, (moves, scheme) => {
      setVatSchedule({
        rates: GENERAL_SCHEDULE.rates,
        schemes:
          scheme === 'general to usn-7'
            ? [
                { since: '2019-01-01', scheme: 'general' },
                { since: '2026-02-01', scheme: 'usn-7' },
              ]
            : [{ since: '2019-01-01', scheme }],
      });
      const byPeriod = new Map<string, ReturnType<typeof moved>>();
      let day = '2025-10-01';
      for (const { gap, received, returned, shipped } of moves) {
        day = addDays(day, gap);
        const { till } = findFiveDays(day);
        const before = byPeriod.get(till) ?? moved(0, 0, 0);
        byPeriod.set(
          till,
          moved(before.received + received, before.returned + returned, before.shipped + shipped),
        );
      }
      let balance = kopecks(0);
      const advances: (OpenAdvance & { till: string })[] = [];
      let [charged, deducted, onShipping] = [0, 0, 0];
      for (const [till, sums] of byPeriod) {
        const unused = advances.filter(({ left }) => left > 0);
        const settled = settleAdvances(balance, unused, sums);
        const tax = vatAt(Math.max(0, sums.shipped), vatRateOn(till));
        charged += tax;
        onShipping += tax;
        for (const { advanceId, gross, vat } of settled.offsets) {
          const advance = advances[advanceId];
          if (!advance) throw new Error('an unknown advance is set off');
          advance.left = kopecks(advance.left - gross);
          expect(advance.left).toBeGreaterThanOrEqual(0);
          expect(vat).toBeGreaterThanOrEqual(0);
          deducted += vat;
        }
        if (settled.advance > 0) {
          const ratePercent = vatRateOn(till);
          const vat = kopecks(vatAt(settled.advance, ratePercent));
          charged += vat;
          advances.push({
            id: advances.length,
            till,
            gross: settled.advance,
            vat,
            ratePercent,
            left: settled.advance,
          });
        }
        balance = settled.balance;
        // What is an advance is the client's money, to the kopeck.
        expect(advances.reduce((sum, { left }) => sum + left, 0)).toBe(Math.max(0, balance));
      }
      const stillAdvance = advances.reduce(
        (sum, { gross, vat, left, ratePercent }) => sum + (left === gross ? vat : vatAt(left, ratePercent)),
        0,
      );
      expect(charged - deducted).toBe(onShipping + stillAdvance);
      if (scheme === 'without') expect(charged).toBe(0);
    }),
    RUNS,
  );
});
