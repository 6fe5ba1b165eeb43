import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kopecks } from '#contract/kopecks.ts';
import { vatAt } from '#contract/values/included-vat.ts';
import { fromWindows1251 } from '../../../lib/tables/windows-1251.ts';
import { arbitraryUpds } from '../../../testing/arbitrary-upd.ts';
import { FORM_DAY, SKIPPED_WITHOUT_SCHEMAS, STATE_SCHEMAS } from '../../../testing/state-schemas.ts';
import { checkStateXml } from '../state-forms/check-state-xml.ts';
import { getStateForm } from '../state-forms/state-form.ts';
import { advanceInvoiceXml } from './advance-invoice-xml.ts';
import type { AdvanceInvoice } from '../advances/advances.ts';

const MADE = { at: new Date('2026-11-05T17:05:07Z'), about: 'advance-invoice:А-000001' };
const RUNS = {
  numRuns: Number(process.env.FC_RUNS ?? 40),
  ...(process.env.FC_SEED && { seed: Number(process.env.FC_SEED) }),
};

const invoices: fc.Arbitrary<AdvanceInvoice> = fc
  .record({
    upd: arbitraryUpds,
    gross: fc.integer({ min: 2_00, max: 9_999_999_999 }),
    ratePercent: fc.constantFrom(5, 7, 20, 22),
  })
  .map(({ upd: { figures, network }, gross, ratePercent }) => ({
    id: 1,
    companyId: 1,
    number: 'А-000001',
    dateIso: '2026-11-05',
    seller: { ...figures.seller, address: 'г. Москва' },
    buyer: { ...figures.buyer, address: 'г. Тверь' },
    payments: network.advance ?? [],
    gross: kopecks(gross),
    vat: kopecks(vatAt(gross, ratePercent)),
    ratePercent,
  }));

describe.each([
  ['our own rules', null, true],
  [`the State’s schema${SKIPPED_WITHOUT_SCHEMAS}`, STATE_SCHEMAS, STATE_SCHEMAS !== null],
])('%s', (_name, stateSchemas, isThere) => {
  test.skipIf(!isThere)('the schema accepts an advance invoice of any parties and payments', async () => {
    await fc.assert(
      fc.asyncProperty(invoices, async (invoice) => {
        const { bytes } = advanceInvoiceXml(invoice, MADE);
        expect(
          await checkStateXml({ stateSchemas }, getStateForm('advanceInvoice', FORM_DAY), bytes),
        ).toEqual([]);
      }),
      RUNS,
    );
  });
});

test('an advance invoice has the function СЧФ, a computed rate and no quantity', () => {
  const [invoice] = fc.sample(invoices, { numRuns: 1, seed: 1 }) as [AdvanceInvoice];
  const text = fromWindows1251(
    advanceInvoiceXml({ ...invoice, gross: kopecks(122_00), vat: kopecks(22_00), ratePercent: 22 }, MADE)
      .bytes,
  );
  expect(text).toContain('Функция="СЧФ"');
  expect(text).toContain(
    '<СведТов НомСтр="1" НаимТов="предварительная оплата" НалСт="22/122" СтТовУчНал="122.00">',
  );
  expect(text).not.toMatch(/КолТов|ЦенаТов|ОКЕИ_Тов|СтТовБезНДС|ДокПодтвОтгрНом|ГрузПолуч|НаимДокОпр/);
});
