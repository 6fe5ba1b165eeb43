import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATION_TYPE } from '#contract/ids.ts';
import { FILE_MIME } from '#contract/list-files.ts';
import { moscowDay } from '../../../../lib/money-format.ts';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import { givenTrades, TRADE_KOPECKS } from '../../../../testing/arbitrary-trade.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../../testing/givens/close-month.ts';
import { givenStaff, type GivenCompany, type GivenPerson } from '../../../../testing/givens/factories.ts';
import { givenKey } from '../../../../testing/givens/given-key.ts';
import { readAttributes } from '../../../../testing/read-state-xml.ts';
import { readXlsx } from '../../../../testing/read-xlsx.ts';
import { fromWindows1251 } from '../../../../lib/tables/windows-1251.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

/** Kopecks and hundredths of a litre, as the client is charged: what was bought less what was given back. */
interface Fuel {
  sum: number;
  litres: number;
}

type Cell = string | number | null | undefined;

test(
  'every list, file, document and 1C response has the same sums of a month',
  { timeout: 180_000 },
  async () => {
    await givenTrades(api, staff, async (company, month) => {
      const today = moscowDay(api.clock.now());
      const { totals } = (await read(company, `/api/operations?dateFrom=${month}-01`)).body.meta;
      const truth = { sum: Math.round(totals.sum * 100), litres: Math.round(totals.litres * 100) };
      expect(await readListRows(company)).toEqual(truth);
      expect(await readOperationFiles(company), 'files of operations').toEqual(
        Array.from({ length: 3 }, () => truth),
      );
      expect(await readReports(company), 'reports').toEqual(Array.from({ length: 2 }, () => truth));
      expect(await readStatements(company, month, today), 'statement').toEqual(
        Array.from({ length: 2 }, () => TRADE_KOPECKS - truth.sum),
      );
      expect(await readUatFiles(company, month, today), '1С:УАТ').toEqual(
        Array.from({ length: 3 }, () => truth),
      );
      await closeMonth(api, staff, month, OVERRIDE_ALL);
      expect(await readRegisters(company, month), 'registers').toEqual(truth);
      expect(await readEnterpriseData(company, month), 'EnterpriseData').toEqual(truth);
      await expectXmlOfUpds(company, month, truth);
    });
  },
);

async function read({ admin }: GivenCompany, path: string, accept?: string) {
  const answer = await api.get(path, { token: admin.token, ...(accept && { headers: { accept } }) });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer;
}

/** The rows of the list, signed by their types. */
async function readListRows(company: GivenCompany): Promise<Fuel> {
  const { data } = (await read(company, '/api/operations?perPage=100')).body;
  const sold = data.filter((row: { purchase: object | null }) => row.purchase !== null);
  const sign = (row: { type: { id: number } }) => (row.type.id === OPERATION_TYPE.refund ? -1 : 1);
  return {
    sum: addUp(sold, (row) => sign(row) * (row.price?.charged ?? row.sum)),
    litres: addUp(sold, (row) => sign(row) * row.purchase.unit_cnt),
  };
}

/** report.csv, and the list as CSV and as XLSX: added up as a person adds up their columns. */
async function readOperationFiles(company: GivenCompany): Promise<Fuel[]> {
  const tables = [
    readCsv((await read(company, '/api/operations/getReport')).bytes),
    readCsv((await read(company, '/api/operations', FILE_MIME.csv)).bytes),
    readTable((await read(company, '/api/operations', FILE_MIME.xlsx)).bytes),
  ];
  return tables.map((rows) => {
    const sold = rows.filter((row) => row['Топливо']);
    return {
      // The sum of an operation is at the price of the station; with a tariff another column has what is charged.
      sum: addUp(sold, (row) => -toNumber(row['К оплате'] || row['Сумма'])),
      litres: addUp(sold, (row) => toNumber(row['Литры'])),
    };
  });
}

/** The last rows of the summary's files. */
async function readReports(company: GivenCompany): Promise<Fuel[]> {
  const csv = readCsv((await read(company, '/api/operations/summary.csv?by=goods')).bytes);
  const xlsx = readTable((await read(company, '/api/operations/summary.xlsx?by=goods')).bytes, 'Топливо');
  return [csv, xlsx].map((rows) => {
    const total = rows.find((row) => row['Топливо'] === 'Итого') ?? {};
    return {
      sum: addUp([total], (row) => toNumber(row['Сумма'])),
      litres: addUp([total], (row) => toNumber(row['Литры'])),
    };
  });
}

/** Reads the rest of the company's money from the statement and from its CSV. */
async function readStatements(company: GivenCompany, month: string, today: string): Promise<number[]> {
  const period = `date_from=${month}-01&date_to=${today}`;
  const { data } = (await read(company, `/api/client/statement?${period}`)).body;
  const csv = readCsv((await read(company, `/api/client/statement.csv?${period}`)).bytes);
  const movements = csv.filter((row) => row['Сумма']);
  return [
    Math.round(data.closing * 100),
    addUp([data], ({ opening }) => opening) + addUp(movements, (row) => toNumber(row['Сумма'])),
  ];
}

/** The workbook for 1С:УАТ, and both versions of the calls that it makes by itself. */
async function readUatFiles(company: GivenCompany, month: string, today: string): Promise<Fuel[]> {
  const rows = readTable((await read(company, '/api/operations/uat.xlsx')).bytes);
  const { key } = await givenKey(api, company, ['operations:read']);
  const days = { dateFrom: `${month}-01`, dateTo: today };
  const path = `/api/public-api/v2/transactions?${new URLSearchParams(days)}`;
  const second = (await api.get(path, { headers: { authorization: key } })).body.transactions;
  const first = (await api.post('/public-api/v1/transaction-list', { json: { token: key, ...days } })).body[
    'array-list'
  ];
  const sign = ({ TypeID }: { TypeID: number }) => (TypeID === 2 ? -1 : 1);
  return [
    {
      sum: addUp(rows, (row) => toNumber(row['Сумма'])),
      litres: addUp(rows, (row) => toNumber(row['Количество'])),
    },
    {
      sum: addUp(second, (row) => sign(row) * row.sum),
      litres: addUp(second, (row) => sign(row) * row.amount),
    },
    { sum: addUp(first, (row) => row.sum), litres: addUp(first, (row) => row.amount) },
  ];
}

async function listDocuments(company: GivenCompany, month: string) {
  return (await read(company, `/api/doc?year=${month.slice(0, 4)}`)).body.data[month];
}

async function listUpds(company: GivenCompany, month: string) {
  return (await listDocuments(company, month)).filter(({ kind }: { kind: string }) => kind === 'upd');
}

async function readRegisters(company: GivenCompany, month: string): Promise<Fuel> {
  const fuel = { sum: 0, litres: 0 };
  for (const { register } of await listDocuments(company, month)) {
    if (register === null) continue;
    const rows = readTable((await read(company, `${register}.xlsx`)).bytes);
    fuel.sum += addUp(rows, (row) => toNumber(row['Сумма с НДС, ₽']));
    fuel.litres += addUp(rows, (row) => toNumber(row['Кол-во, л']));
  }
  return fuel;
}

async function readEnterpriseData(company: GivenCompany, month: string): Promise<Fuel> {
  const path = `/api/exchange/enterprise-data?from=${month}-01&to=${moscowDay(api.clock.now())}`;
  if ((await listUpds(company, month)).length === 0) {
    // All was given back: there is nothing to book.
    expect((await api.get(path, { token: company.admin.token })).status).toBe(404);
    return { sum: 0, litres: 0 };
  }
  const xml = (await read(company, path)).bytes.toString();
  const lines = [...xml.matchAll(/<Строка>(.*?)<\/Строка>/gs)].map(([, line = '']) => line);
  const leaf = (line: string, name: string) => Number(new RegExp(`<${name}>([^<]*)<`).exec(line)?.[1]);
  const goods = lines.filter((line) => line.includes('<ЕдиницаИзмерения>'));
  return {
    sum: addUp(lines, (line) => leaf(line, 'Сумма')),
    litres: addUp(goods, (line) => leaf(line, 'Количество')),
  };
}

/** A month that took back more than it sold has no XML. Litres without money have no quantity there. */
async function expectXmlOfUpds(company: GivenCompany, month: string, truth: Fuel): Promise<void> {
  const { token } = company.admin;
  const upds = await listUpds(company, month);
  expect(addUp(upds, ({ sum }) => sum)).toBe(truth.sum);
  const fuel = { sum: 0, litres: 0 };
  for (const { id } of upds) {
    const answer = await api.get(`/api/doc/${id}/xml`, { token });
    if (answer.status === 409) return;
    const xml = fromWindows1251(answer.bytes);
    const lines = [...xml.matchAll(/<СведТов .*?<\/СведТов>/gs)].map(([line]) => line);
    const goods = lines.filter((line) => readAttributes(line, 'ПрТовРаб')[0] === '1');
    if (goods.some((line) => readAttributes(line, 'КолТов').length === 0)) return;
    fuel.sum += addUp(lines, (line) => Number(readAttributes(line, 'СтТовУчНал')[0]));
    fuel.litres += addUp(goods, (line) => Number(readAttributes(line, 'КолТов')[0]));
  }
  expect(fuel).toEqual(truth);
}

/** Rows by the titles of their columns. */
function readCsv(bytes: Buffer): Record<string, Cell>[] {
  const lines = bytes.toString('utf8').replace('\uFEFF', '').trim().split('\r\n');
  return withTitles(lines.map((line) => line.split(';').map((cell) => cell.replaceAll('"', ''))));
}

/** Reads a table like `readCsv`. Rows above the titles are skipped. */
function readTable(bytes: Buffer, firstTitle?: string): Record<string, Cell>[] {
  const rows = readXlsx(bytes);
  return withTitles(
    rows.slice(firstTitle === undefined ? 0 : rows.findIndex(([cell]) => cell === firstTitle)),
  );
}

function withTitles([titles = [], ...rows]: readonly Cell[][]): Record<string, Cell>[] {
  return rows.map((row) => Object.fromEntries(titles.map((title, place) => [String(title), row[place]])));
}

function toNumber(cell: Cell): number {
  return typeof cell === 'number' ? cell : Number((cell ?? '').replace(',', '.'));
}

/** Hundredths: sums of fractions would be a hair off. */
// oxlint-disable-next-line no-explicit-any
function addUp<Row = any>(rows: readonly Row[], value: (row: Row) => number): number {
  return rows.reduce((total, row) => total + Math.round(value(row) * 100), 0) + 0;
}
