import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from 'fast-check';
import { PARTNER } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { fromWindows1251 } from '../../../lib/tables/windows-1251.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../testing/givens/close-month.ts';
import {
  givenCard,
  givenCompany,
  givenMoney,
  givenStaff,
  type GivenCard,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { readPdfText } from '../../../testing/read-pdf-text.ts';
import { readAttributes } from '../../../testing/read-state-xml.ts';
import { readXlsx } from '../../../testing/read-xlsx.ts';
import { nameAdvances } from '../documents/closing/cover-by-advance.ts';
import { issueAdvanceInvoices } from '../advance-invoices/issue-advance-invoices.ts';

/** A client of two networks, whose March and April are closed. Decree 26 asks for line 5б since the first of April. */
let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;

const evening = async (day: string) => {
  api.clock.setTo(new Date(`${day}T17:00:00Z`));
  await issueAdvanceInvoices(api.ctx);
};
const pay = (card: GivenCard, sum: number) =>
  givenMoney(api, { companyId: company.id, kind: 'card', cardId: card.id }, sum);

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
  await evening('2026-03-02');
  company = await givenCompany(api);
  const rn = await givenCard(api, company.id, { partnerId: PARTNER.rn });
  const gpn = await givenCard(api, company.id, { partnerId: PARTNER.gpn });
  await pay(rn, 1_000_00);
  await evening('2026-03-06');
  await givenSales(api, rn, [{ sum: 300_00, at: '2026-03-20T09:00:00Z' }]);
  await closeMonth(api, staff, '2026-03', OVERRIDE_ALL);
  await evening('2026-04-02');
  await pay(rn, 300_00);
  await pay(gpn, 200_00);
  await evening('2026-04-26');
  // No job has counted the last five days of April when its documents are made.
  await givenSales(api, rn, [
    { sum: 500_00, at: '2026-04-24T09:00:00Z' },
    { sum: 300_00, at: '2026-04-30T09:00:00Z', goods: 'АИ-95' },
  ]);
  await givenSales(api, gpn, [{ sum: 200_00, at: '2026-04-27T09:00:00Z' }]);
  await closeMonth(api, staff, '2026-04', OVERRIDE_ALL);
});
afterAll(() => api.stop());

interface Listed {
  id: number;
  kind: string;
  title: string;
  partner_id: number;
  withdrawn: unknown;
  url: string;
  xml: string;
}

async function findUpd(month: string, partnerId: number): Promise<Listed> {
  const { data } = (await api.get('/api/doc', { token: company.admin.token })).body;
  const upd = (data as Record<string, Listed[]>)[month]?.find(
    (document) => document.kind === 'upd' && document.partner_id === partnerId && !document.withdrawn,
  );
  if (!upd) throw new Error(`no УПД of ${month}`);
  return upd;
}

/** Line 5б of the PDF, and each invoice that the XML names. */
async function readNamed({ url, xml }: Listed): Promise<{ line: string | null; named: string[] }> {
  const { token } = company.admin;
  const text = readPdfText((await api.get(url, { token })).bytes).replaceAll(/\s+/g, ' ');
  // Two lines of goods stay on one page with the signatures, whatever the head names.
  expect(text).not.toMatch(/страница 1 из 2/);
  const [, line = null] = /имущественных прав: (.*?) Покупатель/.exec(text) ?? [];
  const file = fromWindows1251((await api.get(xml, { token })).bytes);
  return { line, named: readAttributes(file, 'Значен') };
}

/** Code, invoice, columns 7а and 11а of the operator's rows of a quarter. */
async function readOperatorRows(quarter: string): Promise<unknown[][]> {
  const answer = await api.get(`/staff/api/exchange/tax-books?quarter=${quarter}`, { token: staff.token });
  const [, ...lines] = readXlsx(answer.bytes);
  return lines.map((line) => [line[1], line[2], line[10] ?? null, line[11] ?? null]);
}

const number = ({ title }: Listed) => /№ (\S+)/.exec(title)?.[1] ?? '';
const [FIRST, SECOND] = ['А-000001 от 05.03.2026', 'А-000002 от 05.04.2026'];

test('a УПД of March has no line 5б, and its advance is set off without column 7а', async () => {
  const upd = await findUpd('2026-03', PARTNER.rn);
  expect(await readNamed(upd)).toEqual({ line: null, named: [] });
  expect(await readOperatorRows('2026Q1')).toEqual([
    ['01', `${number(upd)} от 31.03.2026`, null, null],
    ['02', FIRST, null, null],
    ['22', FIRST, null, null],
  ]);
});

test('each network’s УПД of April names the invoices for the advances that paid it', async () => {
  expect(await readNamed(await findUpd('2026-04', PARTNER.rn))).toEqual({
    line: `№ ${FIRST}; № ${SECOND}`,
    named: [`№ ${FIRST}`, `№ ${SECOND}`],
  });
  expect(await readNamed(await findUpd('2026-04', PARTNER.gpn))).toEqual({
    line: `№ ${SECOND}`,
    named: [`№ ${SECOND}`],
  });
});

test('columns 7а and 11а of the books say what line 5б says, divided by semicolons', async () => {
  const [rn, gpn] = [await findUpd('2026-04', PARTNER.rn), await findUpd('2026-04', PARTNER.gpn)].map(
    (upd) => `${number(upd)} от 30.04.2026`,
  );
  expect(await readOperatorRows('2026Q2')).toEqual([
    ['01', rn, null, `${FIRST}; ${SECOND}`],
    ['01', gpn, null, SECOND],
    ['02', SECOND, null, null],
    ['22', FIRST, rn, null],
    ['22', SECOND, `${rn}; ${gpn}`, null],
  ]);
  const { token } = company.admin;
  const { bytes } = await api.get('/api/exchange/purchase-book?quarter=2026Q2', { token });
  const notes = readXlsx(bytes).map((line) => line.at(-1));
  expect(notes).toContain(`УПД, в счёт авансов № ${FIRST}; ${SECOND}`);
  expect(notes).toContain(`Аванс зачтён при отгрузке, УПД № ${rn}; ${gpn}`);
});

test('a УПД that is made again names the same advances, and the books name it alone', async () => {
  const first = await findUpd('2026-04', PARTNER.rn);
  const before = await readNamed(first);
  // What moves later is of later documents.
  await evening('2026-05-08');
  const call = (verb: string, json: object) =>
    api.post(`/staff/api/documents/${first.id}/${verb}`, { token: staff.token, json });
  expect((await call('withdraw', { reason: 'Неверный КПП' })).status).toBe(200);
  expect((await readOperatorRows('2026Q2')).filter(([code]) => code === '22')[0]).toEqual([
    '22',
    FIRST,
    null,
    null,
  ]);
  expect((await call('make-again', {})).status).toBe(200);
  const second = await findUpd('2026-04', PARTNER.rn);
  expect(number(second)).toBe(`${number(first)}-П2`);
  expect(await readNamed(second)).toEqual(before);
  expect(await readOperatorRows('2026Q2')).toContainEqual([
    '22',
    FIRST,
    `${number(second)} от 30.04.2026`,
    null,
  ]);
});

test('networks share what was set off to the kopeck, none beyond its sales', () => {
  const sums = fc.integer({ min: 1, max: 1_000_000 });
  const offset = fc.record({ advanceId: fc.integer({ min: 1, max: 6 }), sum: sums });
  const networks = fc.array(fc.integer({ min: -500_000, max: 2_000_000 }), { maxLength: 5 });
  fc.assert(
    fc.property(fc.array(offset, { maxLength: 20 }), networks, (list, sales) => {
      const offsets = list.map(({ advanceId, sum }) => ({
        advanceId,
        number: advanceId === 1 ? null : `А-${advanceId}`,
        dateIso: '2026-04-05',
        sum: kopecks(sum),
      }));
      const sold = sales.map((sum, index) => ({ partnerId: index + 1, sum }));
      const named = nameAdvances(offsets, sold);
      const parts = [...named.values()].flat();
      for (const { partnerId, sum } of sold) {
        const own = named.get(partnerId) ?? [];
        expect(new Set(own.map(({ id }) => id)).size).toBe(own.length);
        expect(own.reduce((total, part) => total + part.sum, 0)).toBeLessThanOrEqual(Math.max(0, sum));
      }
      for (const id of [2, 3, 4, 5, 6]) {
        const of = (rows: readonly { sum: number }[]) => rows.reduce((total, { sum }) => total + sum, 0);
        const whole = of(offsets.filter(({ advanceId }) => advanceId === id));
        const used = of(parts.filter((part) => part.id === id));
        expect(used).toBeLessThanOrEqual(whole);
        // Where the sales take everything, nothing of an advance is left out.
        if (sales.reduce((total, sum) => total + Math.max(0, sum), 0) >= of(offsets))
          expect(used).toBe(whole);
      }
      expect(parts.some(({ id }) => id === 1)).toBe(false);
    }),
  );
});
