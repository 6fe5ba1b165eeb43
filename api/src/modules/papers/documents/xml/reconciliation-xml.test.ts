import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { kopecks } from '#contract/kopecks.ts';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import { arbitraryMonths } from '../../../../testing/arbitrary-month.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../../testing/givens/close-month.ts';
import {
  givenCard,
  givenCompany,
  givenStaff,
  type GivenPerson,
} from '../../../../testing/givens/factories.ts';
import {
  bankFileDocument,
  givenBankFile,
  givenInvoice,
  makeStatement,
} from '../../../../testing/givens/given-bank-file.ts';
import { givenSales } from '../../../../testing/givens/given-sales.ts';
import { readPdfText } from '../../../../testing/read-pdf-text.ts';
import { readAttributes } from '../../../../testing/read-state-xml.ts';
import { FORM_DAY, SKIPPED_WITHOUT_SCHEMAS, STATE_SCHEMAS } from '../../../../testing/state-schemas.ts';
import { checkStateXml } from '../../state-forms/check-state-xml.ts';
import { getStateForm } from '../../state-forms/state-form.ts';
import { fromWindows1251 } from '../../../../lib/tables/windows-1251.ts';
import { toReconciliationAct } from '../reconciliation-act.ts';
import { reconciliationXml } from './reconciliation-xml.ts';

const MADE = { at: new Date('2026-11-02T09:05:07Z'), about: 'figures', email: 'docs@magistral.test' };
const RUNS = {
  numRuns: Number(process.env.FC_RUNS ?? 60),
  ...(process.env.FC_SEED && { seed: Number(process.env.FC_SEED) }),
};

describe.each([
  ['our own rules', null, true],
  [`the State’s schema${SKIPPED_WITHOUT_SCHEMAS}`, STATE_SCHEMAS, STATE_SCHEMAS !== null],
])('%s', (_name, stateSchemas, isThere) => {
  test.skipIf(!isThere)(
    'the schema accepts an act of reconciliation of any payments, returns and sales',
    async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryMonths, async (figures) => {
          const { bytes } = reconciliationXml(toReconciliationAct(figures), MADE);
          expect(
            await checkStateXml({ stateSchemas }, getStateForm('reconciliation', FORM_DAY), bytes),
          ).toEqual([]);
        }),
        RUNS,
      );
    },
  );
});

test('the act’s three levels add up: documents to the contract, contract to the act', () => {
  fc.assert(
    fc.property(arbitraryMonths, (figures) => {
      const text = fromWindows1251(reconciliationXml(toReconciliationAct(figures), MADE).bytes);
      const of = (name: string) => readAttributes(text, name).map((value) => Math.round(Number(value) * 100));
      const sum = (name: string) => of(name).reduce((total, value) => total + value, 0);
      const [act, contract] = [0, 1].map((level) => ({
        opening: (of('СальдоНачКр')[level] ?? 0) - (of('СальдоНачДеб')[level] ?? 0),
        debit: of('ОборотДеб')[level] ?? 0,
        credit: of('ОборотКр')[level] ?? 0,
        closing: (of('СальдоКонКр')[level] ?? 0) - (of('СальдоКонДеб')[level] ?? 0),
      }));
      expect(act).toEqual(contract);
      expect([sum('СумДебет'), sum('СумКредит')]).toEqual([act?.debit, act?.credit]);
      expect((act?.opening ?? 0) + (act?.credit ?? 0) - (act?.debit ?? 0)).toBe(act?.closing);
      expect(act?.closing).toBe(figures.closing);
    }),
    RUNS,
  );
});

test('a party without ОГРН is refused by the check, which names what is missing', async () => {
  const [figures] = fc.sample(arbitraryMonths, { numRuns: 1, seed: 1 });
  if (!figures) throw new Error('no month');
  const document = toReconciliationAct({ ...figures, buyer: { ...figures.buyer, ogrn: null } });
  const { bytes } = reconciliationXml(document, MADE);
  const problems = await checkStateXml(
    { stateSchemas: null },
    getStateForm('reconciliation', FORM_DAY),
    bytes,
  );
  expect(problems.join()).toContain('ОГРНИП');
});

describe('reconciliation act of a closed month in XML', () => {
  let api: TestApi;
  let staff: GivenPerson;
  beforeAll(async () => {
    api = await startApi({ secondPersonConfirms: true, jobs: false });
    staff = await givenStaff(api);
  });
  afterAll(() => api.stop());
  beforeEach(() => api.clock.setTo('2026-09-15T09:00:00Z'));

  test('the act’s XML, PDF and ledger have equal sums, and the XML stays the same bytes', async () => {
    const company = await givenCompany(api);
    const { token } = company.admin;
    const invoice = await givenInvoice(api, company, 15_000);
    const paid = { inn: company.inn, number: '4711', sum: '15000.00' };
    const purpose = `Оплата по счету № ${invoice.number}`;
    await givenBankFile(api, staff, makeStatement(bankFileDocument({ ...paid, purpose })));
    const card = await givenCard(api, company.id, { balanceKopecks: 50_000_00 });
    await givenSales(api, card, [{ sum: 12_345_67, at: '2026-09-15T12:00:00+03:00', litres: 190.5 }]);
    await closeMonth(api, staff, '2026-09', OVERRIDE_ALL);
    const listed = (await api.get('/api/doc?year=2026', { token })).body.data['2026-09'];
    const act = listed.find(({ kind }: { kind: string }) => kind === 'reconciliation');
    expect(act.xml).toBe(`/api/doc/${act.id}/xml`);
    const answer = await api.get(act.xml, { token });
    const text = fromWindows1251(answer.bytes);
    const [id] = readAttributes(text, 'ИдФайл');
    expect(id).toMatch(new RegExp(`^ON_AKTSVEROTP_${company.inn}-504701001_7712345671-771201001_20261001_`));
    expect(answer.headers.get('content-disposition')).toContain(`filename="${id}.xml"`);
    expect(readAttributes(text, 'НаимДок')).toEqual(['Платёжное поручение', 'Бухгалтерская запись', 'УПД']);
    expect([readAttributes(text, 'СумКредит'), readAttributes(text, 'СумДебет')]).toEqual([
      ['15000.00', '50000.00'],
      ['12345.67'],
    ]);
    const document = readPdfText((await api.get(act.url, { token })).bytes);
    expect(document).toMatch(/Обороты за период +12 345,67 +65 000,00/);
    const closing = kopecks(Math.round(Number(readAttributes(text, 'СальдоКонКр')[0]) * 100));
    const { ownFunds } = (await api.get(`/api/client/${company.id}`, { token })).body.data;
    expect(closing).toBe(Math.round(ownFunds * 100));
    expect((await api.get(act.xml, { token })).bytes.equals(answer.bytes)).toBe(true);
    const lines = `/staff/api/documents/${act.id}/lines`;
    expect((await api.get(lines, { token: staff.token })).status).toBe(404);
  });
});
