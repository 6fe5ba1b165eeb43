import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kopecks } from '#contract/kopecks.ts';
import { arbitraryUpds } from '../../../../testing/arbitrary-upd.ts';
import { readAttributes } from '../../../../testing/read-state-xml.ts';
import { FORM_DAY, SKIPPED_WITHOUT_SCHEMAS, STATE_SCHEMAS } from '../../../../testing/state-schemas.ts';
import { checkStateXml } from '../../state-forms/check-state-xml.ts';
import { getStateForm } from '../../state-forms/state-form.ts';
import { fromWindows1251 } from '../../../../lib/tables/windows-1251.ts';
import { toUpdDocument } from '../upd-document.ts';
import { updXml } from './upd-xml.ts';

const MADE = { at: new Date('2026-11-02T09:05:07Z'), about: 'figures' };
const RUNS = {
  numRuns: Number(process.env.FC_RUNS ?? 60),
  ...(process.env.FC_SEED && { seed: Number(process.env.FC_SEED) }),
};

describe.each([
  ['our own rules', null, true],
  [`the State’s schema${SKIPPED_WITHOUT_SCHEMAS}`, STATE_SCHEMAS, STATE_SCHEMAS !== null],
])('%s', (_name, stateSchemas, isThere) => {
  test.skipIf(!isThere)(
    'the schema accepts a УПД of any names, lines, rates, parties and payments',
    async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryUpds, async ({ figures, network }) => {
          const { bytes } = updXml(toUpdDocument(figures, network), MADE);
          expect(await checkStateXml({ stateSchemas }, getStateForm('upd', FORM_DAY), bytes)).toEqual([]);
        }),
        RUNS,
      );
    },
  );
});

test('УПД lines add up to its totals to the kopeck, each VAT part of its own sum', () => {
  fc.assert(
    fc.property(arbitraryUpds, ({ figures, network }) => {
      const document = toUpdDocument(figures, network);
      const text = fromWindows1251(updXml(document, MADE).bytes);
      const getSum = (name: string) =>
        readAttributes(text, name).reduce((sum, value) => sum + toKopecks(value), 0);
      expect(getSum('СтТовУчНал')).toBe(getSum('СтТовУчНалВсего'));
      expect(getSum('СтТовБезНДС')).toBe(getSum('СтТовБезНДСВсего'));
      expect(getSum('СтТовУчНал')).toBe(document.total.gross);
      expect(getSum('СуммаПРД')).toBe(
        document.advance.reduce((sum, coveringPayment) => sum + coveringPayment.sum, 0),
      );
      for (const { gross, vat, net } of document.lines) expect(net + vat).toBe(gross);
    }),
    RUNS,
  );
});

test('a line with a quantity has a price, and one with a unit code has a quantity', () => {
  fc.assert(
    fc.property(arbitraryUpds, ({ figures, network }) => {
      const text = fromWindows1251(updXml(toUpdDocument(figures, network), MADE).bytes);
      for (const [line] of text.matchAll(/<СведТов [^>]*>/g)) {
        const has = (name: string) => line.includes(` ${name}="`);
        if (has('ОКЕИ_Тов')) expect(line).toContain('КолТов=');
        if (has('КолТов')) expect(Number(readAttributes(line, 'ЦенаТов')[0])).toBeGreaterThan(0);
      }
    }),
    RUNS,
  );
});

test('refunds that older figures store as lines are subtracted, VAT and litres too', () => {
  const [{ figures, network }] = fc.sample(arbitraryUpds, { numRuns: 1, seed: 1 }) as [
    ReturnType<typeof arbitraryUpds.generate>['value'],
  ];
  const sold = { title: 'ДТ', isService: false, isRefund: false, ratePercent: 22 };
  const goods = [
    {
      ...sold,
      centilitres: 100_00,
      gross: kopecks(6_100_00),
      vat: kopecks(1_100_00),
      net: kopecks(5_000_00),
    },
    {
      ...sold,
      isRefund: true,
      centilitres: -40_00,
      gross: kopecks(-2_440_00),
      vat: kopecks(-440_00),
      net: kopecks(-2_000_00),
    },
  ];
  const { lines } = toUpdDocument(figures, {
    ...network,
    sales: network.sales && { ...network.sales, goods },
  });
  expect(lines).toMatchObject([
    { title: 'ДТ', quantity: 60_00, gross: 3_660_00, vat: 660_00, net: 3_000_00, price: 50_000_000n },
  ]);
});

function toKopecks(rubles: string): number {
  return Math.round(Number(rubles) * 100);
}
