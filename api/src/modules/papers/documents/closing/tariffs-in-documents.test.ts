import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATION_TYPE } from '#contract/ids.ts';
import { SUMMARY_SIDES } from '#contract/fuel/spending.ts';
import { getOnlyRow } from '../../../../db/database.ts';
import { formatMoney } from '../../../../lib/money-format.ts';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import { givenTrades } from '../../../../testing/arbitrary-trade.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../../testing/givens/close-month.ts';
import { expectBooksToAgree } from '../../../../testing/expect-books-to-agree.ts';
import { givenStaff, type GivenPerson } from '../../../../testing/givens/factories.ts';
import { readPdfText } from '../../../../testing/read-pdf-text.ts';
import { readXlsx } from '../../../../testing/read-xlsx.ts';
import { readAttributes } from '../../../../testing/read-state-xml.ts';
import { fromWindows1251 } from '../../../../lib/tables/windows-1251.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

interface ListedOperation {
  type: { id: number };
  sum: number;
  price?: { discount: number; surcharge: number; fee: number; charged: number };
}

test(
  'ledger, lists, registers, УПД, XML and act agree to the kopeck under any tariff',
  { timeout: 180_000 },
  async () => {
    await givenTrades(api, staff, async (company, month) => {
      const { token } = company.admin;
      const { charged, own } = await getOnlyRow(
        api.ctx.db.system,
        sql<{ charged: number; own: number }>`
            select coalesce(sum(balance_kopecks) filter (where kind in ('network', 'programme')), 0)::bigint as charged,
              coalesce(sum(balance_kopecks) filter (where kind in ('unallocated', 'card', 'partner', 'debt')), 0)::bigint as own
            from ledger_account where company_id = ${company.id}`,
      );
      const listed: ListedOperation[] = (await api.get('/api/operations?perPage=100', { token })).body.data;
      expect(sumRubles(listed.filter(isFuel), getCharged)).toBe(charged);
      for (const [figure, sum] of await readTotals(token)) expect([figure, sum]).toEqual([figure, charged]);
      const csv = (await api.get('/api/operations/getReport', { token })).bytes.toString('utf8').trim();
      expect(sumRubles(csv.split('\r\n').slice(1).filter(isFuelLine), readCharged)).toBe(0 - charged);
      await closeMonth(api, staff, month, OVERRIDE_ALL);
      const documents = (await api.get(`/api/doc?year=${month.slice(0, 4)}`, { token })).body.data[month];
      for (const kind of ['Реестр', 'УПД']) {
        const of = documents.filter((paper: { title: string }) => paper.title.startsWith(kind));
        expect(
          sumRubles(of, (item: { sum: number }) => item.sum),
          kind,
        ).toBe(charged);
      }
      expect(await sumOfRegisterFiles(documents, token)).toEqual({ csv: charged, xlsx: charged });
      const read = async (title: string) => {
        const document = documents.find((item: { title: string }) => item.title.startsWith(title));
        return readPdfText((await api.get(`/api/doc/${document.id}/download`, { token })).bytes);
      };
      for (const paper of documents.filter(({ kind }: { kind: string }) => kind === 'upd')) {
        const xml = await api.get(`/api/doc/${paper.id}/xml`, { token });
        // A month that took back more than it sold has no form; nothing else is refused.
        if (xml.status === 409) {
          expect(readPdfText((await api.get(paper.url, { token })).bytes)).toContain('Возврат:');
          continue;
        }
        const text = fromWindows1251(xml.bytes);
        expect(readAttributes(text, 'СтТовУчНалВсего')).toEqual([paper.sum.toFixed(2)]);
        expect(sumRubles(readAttributes(text, 'СтТовУчНал'), Number)).toBe(Math.round(paper.sum * 100));
        expect(text).toContain(`<СумНал>${paper.vat.toFixed(2)}</СумНал>`);
      }
      const total = documents.find((paper: { title: string }) => paper.title.startsWith('Реестр')).sum;
      const register = await read('Реестр');
      if (total !== 0) expect(register).toContain('НДС в УПД');
      expect(register).toMatch(new RegExp(`Всего по.*${plain(total * 100)}`));
      expect(await read('Акт сверки')).toMatch(new RegExp(`Сальдо на конец.*${plain(own)}`));
      await expectBooksToAgree(api);
    });
  },
);

/** Sums the last column of the registers' lines, in kopecks. A line must be the same in every file. */
async function sumOfRegisterFiles(documents: { register: string | null }[], token: string) {
  const sums = { csv: 0, xlsx: 0 };
  for (const { register } of documents) {
    if (register === null) continue;
    const csv = (await api.get(register, { token })).bytes.toString('utf8').replace('\uFEFF', '').trim();
    const lines = csv.split('\r\n').map((line) => line.split(';'));
    const rows = readXlsx((await api.get(`${register}.xlsx`, { token })).bytes);
    const asCsv = (cell: unknown, place: number) => {
      if (typeof cell !== 'number') return cell ?? '';
      return place === 0 ? formatSheetMoment(cell) : cell.toFixed(2).replace('.', ',');
    };
    // A sheet has no empty cells at the end of a row.
    const width = lines[0]?.length ?? 0;
    expect(rows.map((row) => Array.from({ length: width }, (_, place) => asCsv(row[place], place)))).toEqual(
      lines.map((line) => line.map((cell) => cell.replaceAll('"', '').replace(/^№ /, ''))),
    );
    sums.csv += sumRubles(lines.slice(1), (line) => Number(line.at(-3)?.replace(',', '.')));
    sums.xlsx += sumRubles(rows.slice(1), (row) => Number(row[15]));
  }
  return sums;
}

/** Days of a sheet, on the clock of Moscow. */
function formatSheetMoment(days: number): string {
  const moment = new Date(Math.round((days - 25_569) * 1440) * 60_000);
  const [date = '', time = ''] = moment.toISOString().split('T');
  return `${date.split('-').reverse().join('.')} ${time.slice(0, 5)}`;
}

/** Reads the spending in lists, reports and the overview, in kopecks. */
async function readTotals(token: string): Promise<[string, number][]> {
  const read = async (path: string) => (await api.get(path, { token })).body;
  const listed = async (query = '') => (await read(`/api/operations${query}`)).meta.totals.sum as number;
  const input: [string, number[]][] = [
    ['list', [await listed()]],
    ['lists of networks', [await listed('?partnerId=1'), await listed('?partnerId=2')]],
    ['lists of types', [await listed('?typeId=11'), await listed('?typeId=10')]],
  ];
  for (const by of SUMMARY_SIDES) {
    const { data, meta } = await read(`/api/operations/summary?by=${by}`);
    input.push(
      [`by ${by}`, data.map((row: { sum: number }) => row.sum)],
      [`all by ${by}`, [meta.totals.sum]],
    );
  }
  const { spending } = (await read('/api/overview')).data;
  input.push(['overview', [spending.this_month, spending.last_month]]);
  return input.map(([figure, sums]) => [figure, sumRubles(sums, (sum) => sum)]);
}

function isFuel({ type }: ListedOperation): boolean {
  return type.id === OPERATION_TYPE.purchase || type.id === OPERATION_TYPE.refund;
}

/** Kopecks, a refund below zero; the parts of a price must add up to it. */
function getCharged({ type, sum, price }: ListedOperation): number {
  const charged = price?.charged ?? sum;
  if (price) expect(charged).toBeCloseTo(sum - price.discount + price.surcharge + price.fee, 5);
  return type.id === OPERATION_TYPE.refund ? -charged : charged;
}

function isFuelLine(line: string): boolean {
  return /;(Покупка топлива|Возврат);/.test(line);
}

/**
 * Returns the value in rubles, as a person adds up the columns: the amount charged, or the sum where no tariff applies.
 */
function readCharged(line: string): number {
  const cells = line.replaceAll('"', '').split(';');
  const number = (place: number): number => Number((cells[place] ?? '').replace(',', '.'));
  if (!cells[18]) return number(7);
  expect(number(18)).toBeCloseTo(number(7) + number(15) + number(16) + number(17), 5);
  return number(18);
}

function sumRubles<Row>(listed: readonly Row[], of: (row: Row) => number): number {
  return listed.reduce((sum, row) => sum + Math.round(of(row) * 100), 0) + 0;
}

function plain(sumKopecks: number): string {
  const text = formatMoney(Math.round(Math.abs(sumKopecks)));
  return text.replaceAll(/[\u00a0\u202f]/g, ' ');
}
