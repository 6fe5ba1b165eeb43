import { retryUntilAnswered } from '../ask.ts';
import { readXlsx } from '../../../api/src/testing/read-xlsx.ts';
import { findLastDay, total, type Company } from '../truth.ts';
import { Failure, type World } from '../world.ts';

/** Companies that read their own books of a month, by turns. */
const OWN_BOOKS_EVERY = 4;
const COLUMN = { code: 1, invoice: 2, buyer: 5, gross: 6, vat: 7, advances: 11 } as const;

type Row = readonly (string | number | null)[];

/**
 * Checks the books of purchases and sales after the closing of a month: the programme's rows are the published documents, each
 * company's own rows are the other side of them, and the advances that are left are what it has paid and not used.
 */
export async function checkTaxBooks(world: World, month: string): Promise<void> {
  const { truth } = world;
  const quarters = listQuarters(month);
  const rows = await readProgrammeRows(world, quarters);
  for (const [place, company] of truth.companies.entries()) {
    const mine = listOwn(rows, company);
    await checkCompany(world, company, { month, mine });
    if ((place + Number(month.slice(5))) % OWN_BOOKS_EVERY === 0)
      await compareOwnBook(world, company, { quarters, mine });
  }
  world.count('tax books checked');
}

/** Checks the advances that are left of companies whose days up to this one are closed. */
export async function checkAdvances(world: World, till: string): Promise<void> {
  const rows = await readProgrammeRows(world, listQuarters(till.slice(0, 7)));
  for (const company of world.truth.companies) assertAdvances(company, till, listOwn(rows, company));
  world.count('advances checked');
}

function assertAdvances(company: Company, till: string, mine: readonly Row[]): void {
  const left = addUp(mine, ['02'], COLUMN.gross) - addUp(mine, ['22'], COLUMN.gross);
  if (company.advanceTill === till && left !== company.advance)
    throw new Failure(
      `company ${company.id} has advances of ${left} left by ${till}, paid and not used are ${company.advance}`,
    );
}

async function readProgrammeRows(world: World, quarters: readonly string[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const quarter of quarters)
    rows.push(
      ...(await readBook(world, `/staff/api/exchange/tax-books?quarter=${quarter}`, world.staff.token)),
    );
  return rows;
}

const listOwn = (rows: readonly Row[], { inn }: Company): Row[] =>
  rows.filter((row) => String(row[COLUMN.buyer]).split('/')[0] === inn);

/** Lists the quarters from that of the start to that of the month. */
function listQuarters(month: string): string[] {
  const quarters: string[] = [];
  for (
    let at = 2026 * 4 + 2;
    at <= Number(month.slice(0, 4)) * 4 + Math.ceil(Number(month.slice(5)) / 3) - 1;
    at += 1
  )
    quarters.push(`${Math.floor(at / 4)}Q${(at % 4) + 1}`);
  return quarters;
}

async function readBook(world: World, path: string, token: string): Promise<Row[]> {
  const { bytes } = await retryUntilAnswered(world, 'GET', path, { token });
  return readXlsx(bytes).filter((row) => /^\d\d$/.test(String(row[COLUMN.code])));
}

const addUp = (rows: readonly Row[], codes: readonly string[], column: number): number =>
  total(
    rows
      .filter((row) => codes.includes(String(row[COLUMN.code])))
      .map((row) => Math.round(Number(row[column]) * 100)),
  );

interface CompanyRows {
  mine: readonly Row[];
}

async function checkCompany(
  world: World,
  company: Company,
  { month, mine }: CompanyRows & { month: string },
): Promise<void> {
  const fail = (what: string): never => {
    throw new Failure(
      `the tax books of company ${world.truth.companies.indexOf(company)} by ${month}: ${what}`,
    );
  };
  const documents: Listed[] = [];
  for (const year of new Set(['2026', month.slice(0, 4)])) {
    const { data } = await retryUntilAnswered(world, 'GET', `/api/doc?year=${year}`, {
      token: company.admin.token,
    });
    documents.push(...Object.values(data as Record<string, Listed[]>).flat());
  }
  const published = (kind: string, name: 'sum' | 'vat'): number =>
    total(
      documents
        .filter((document) => document.kind === kind && document.replaces === null)
        .map((document) => Math.round((document[name] ?? 0) * 100)),
    );
  for (const [code, kind] of [
    ['01', 'upd'],
    ['02', 'advance-invoice'],
  ] as const)
    for (const [column, name] of [
      [COLUMN.gross, 'sum'],
      [COLUMN.vat, 'vat'],
    ] as const) {
      const [listed, must] = [addUp(mine, [code], column), published(kind, name)];
      if (listed !== must) fail(`rows ${code} have ${name} ${listed}, the documents ${must}`);
    }
  const corrected = total(company.corrections.map(({ sum }) => sum));
  const lowered = addUp(mine, ['18'], COLUMN.gross);
  if (lowered < corrected) fail(`УКД lower ${lowered}, staff have given back ${corrected}`);
  assertAdvances(company, findLastDay(month), mine);
  const invoices = new Set(mine.filter((row) => row[COLUMN.code] === '02').map((row) => row[COLUMN.invoice]));
  const named = mine.flatMap((row) => String(row[COLUMN.advances] ?? '').split('; ')).filter(Boolean);
  for (const invoice of named) {
    if (!invoices.has(invoice)) fail(`an УПД names the advance ${invoice}, which is none of its own`);
    world.count('advance named by УПД');
  }
}

interface Listed {
  kind: string | null;
  replaces: number | null;
  sum: number | null;
  vat: number | null;
}

/** The company sees the rows of its own documents, with the same sums, and no others. */
async function compareOwnBook(
  world: World,
  company: Company,
  { quarters, mine }: CompanyRows & { quarters: readonly string[] },
): Promise<void> {
  const own: Row[] = [];
  for (const quarter of quarters)
    own.push(
      ...(await readBook(world, `/api/exchange/purchase-book?quarter=${quarter}`, company.admin.token)),
    );
  for (const [ours, theirs] of [
    [['01'], ['01']],
    [['02'], ['02']],
    [['18'], ['18']],
    [['21'], ['22']],
  ] as const)
    for (const column of [COLUMN.gross, COLUMN.vat]) {
      const [shown, must] = [addUp(own, ours, column), addUp(mine, theirs, column)];
      if (shown !== must)
        throw new Failure(
          `rows ${ours} of company ${company.id} have ${shown}, those of the programme ${must}`,
        );
    }
  world.count('own tax book compared');
}
