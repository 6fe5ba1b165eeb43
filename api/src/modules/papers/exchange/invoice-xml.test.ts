import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { vatIncluded } from '../../../lib/vat.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCompany } from '../../../testing/givens/factories.ts';
import { givenInvoice } from '../../../testing/givens/given-bank-file.ts';
import { readPdfText } from '../../../testing/read-pdf-text.ts';
import { readAttributes } from '../../../testing/read-state-xml.ts';
import { REQUISITES } from '../../../testing/givens/requisites.ts';
import { FORM_DAY, SKIPPED_WITHOUT_SCHEMAS, STATE_SCHEMAS } from '../../../testing/state-schemas.ts';
import type { InvoiceDocument } from '../../money/invoices/invoice-pdf.ts';
import { checkStateXml } from '../state-forms/check-state-xml.ts';
import { getStateForm } from '../state-forms/state-form.ts';
import { fromWindows1251 } from '../../../lib/tables/windows-1251.ts';
import { invoiceContractXml } from './invoice-contract-xml.ts';
import { invoiceXml } from './invoice-xml.ts';

const documents: fc.Arbitrary<InvoiceDocument> = fc
  .record({
    sumKopecks: fc.integer({ min: 1, max: 999_999_99 }),
    issuedOn: fc.constantFrom('2025-12-31', '2026-01-01', '2026-09-15'),
    paysVat: fc.boolean(),
    name: fc.constantFrom('ООО «Ёж & Щука»', '⛽'.repeat(700), 'ИП Ветров Иван'),
    buyer: fc.constantFrom({ inn: '5047123455', kpp: '504701001' }, { inn: '500100732259', kpp: null }),
    basis: fc.option(
      fc.record({
        kind: fc.constant('framework' as const),
        number: fc.constantFrom('17', '45/ТК-'.repeat(60)),
        date: fc.constant('2026-02-01'),
      }),
      { nil: null },
    ),
  })
  .map(({ paysVat, name, buyer, ...input }) => ({
    ...input,
    number: 'М-000123',
    dueOn: '2026-09-22',
    cancelledOn: null,
    seller: REQUISITES,
    buyer: { name, address: 'г. Химки', ...buyer },
    vat: paysVat ? vatIncluded(input.sumKopecks, input.issuedOn) : null,
  }));

test('an invoice for an EDM operator is signed with the whole name of the signatory', () => {
  const [document] = fc.sample(documents, { numRuns: 1, seed: 1 });
  const seller = { ...REQUISITES, signatory: { name: 'Дорохов Андрей Петрович' } };
  const text = fromWindows1251(invoiceContractXml({ ...document!, seller }));
  const names = ['LastName', 'FirstName', 'MiddleName'].flatMap((part) => readAttributes(text, part));
  expect(names).toEqual(['Дорохов', 'Андрей', 'Петрович']);
});

describe('any invoice', () => {
  test('it passes our rules, net and VAT make its sum, the purpose has 210 characters', async () => {
    await fc.assert(
      fc.asyncProperty(documents, async (document) => {
        const { bytes } = invoiceXml(document, 'docs@magistral.test');
        expect(await checkStateXml({ stateSchemas: null }, getStateForm('invoice', FORM_DAY), bytes)).toEqual(
          [],
        );
        const text = fromWindows1251(bytes);
        const [gross] = readAttributes(text, 'СтТовУчНалВсего');
        const [net] = readAttributes(text, 'СтТовБезНДСВсего');
        const tax = /<СумНалВсего>\s*<СумНал>([\d.]+)</.exec(text)?.[1] ?? '0';
        expect(Math.round(Number(gross) * 100)).toBe(document.sumKopecks);
        expect(Math.round((Number(net) + Number(tax)) * 100)).toBe(document.sumKopecks);
        expect(readAttributes(text, 'НазнПл')[0]?.length).toBeLessThanOrEqual(210 + 50);
      }),
      { numRuns: 60 },
    );
  });

  test.skipIf(STATE_SCHEMAS === null)(
    `any invoice passes the schema of an operator${SKIPPED_WITHOUT_SCHEMAS}`,
    async () => {
      await fc.assert(
        fc.asyncProperty(documents, async (document) => {
          const stateSchemas = STATE_SCHEMAS;
          const bytes = invoiceContractXml(document);
          expect(
            await checkStateXml({ stateSchemas }, getStateForm('invoiceContract', FORM_DAY), bytes),
          ).toEqual([]);
        }),
        { numRuns: 60 },
      );
    },
  );
});

describe('over HTTP', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ jobs: false });
  });
  afterAll(() => api.stop());

  test('an invoice downloads as ON_CHETOP under its name, with the sums of its PDF', async () => {
    const company = await givenCompany(api);
    const { token } = company.admin;
    const { id, number } = await givenInvoice(api, company, 15_000.5);
    const answer = await api.get(`/api/invoices/${id}/xml`, { token });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/xml; charset=windows-1251',
    ]);
    const text = fromWindows1251(answer.bytes);
    const [file] = readAttributes(text, 'ИдФайл');
    expect(answer.headers.get('content-disposition')).toContain(`filename="${file}.xml"`);
    expect(file).toMatch(new RegExp(`^ON_CHETOP_${company.inn}-504701001_7712345671-771201001_\\d{8}_`));
    expect(readAttributes(text, 'НомерДок')).toEqual([number]);
    expect(readAttributes(text, 'СтТовУчНал')).toEqual(['15000.50']);
    const document = readPdfText((await api.get(`/api/invoices/${id}/download`, { token })).bytes);
    expect(document).toContain('15 000,50');
    expect((await api.get(`/api/invoices/${id}/xml`, { token })).bytes.equals(answer.bytes)).toBe(true);
  });

  test('another company’s invoice has no XML, and an anonymous caller gets none', async () => {
    const company = await givenCompany(api);
    const { id } = await givenInvoice(api, company, 500);
    const outsider = await givenCompany(api);
    const path = `/api/invoices/${id}/xml`;
    expect((await api.get(path, { token: outsider.admin.token })).status).toBe(404);
    expect((await api.get(path)).status).toBe(401);
    expect((await api.get('/api/invoices/999999999999/xml', { token: outsider.admin.token })).status).toBe(
      404,
    );
  });
});
