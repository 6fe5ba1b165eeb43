import { kopecks, toRubles, type Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { FileAnswer } from '../../../http/call.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { tableFile, type FileColumn } from '../../../lib/tables/table-file.ts';
import { formatMonth } from '../documents/closing/format-month.ts';
import {
  findMissingPapers,
  formatInvoice,
  formatNamedByLaw,
  listTaxRows,
  toQuarterDays,
  type MissingPapers,
  type TaxRow,
} from './tax-rows.ts';

const PURCHASES = 'Книга покупок';
const RESTORED = 'Книга продаж: восстановленный НДС';

/** A line of the workbook: a row of a book, a total, or what is missing. */
interface BookLine {
  book: string;
  code: string;
  document: string;
  correction: string;
  gross: Kopecks | null;
  vat: Kopecks | null;
  dayIso: string | null;
  note: string;
}

const makeColumns = (seller: { name: string; inn: string; kpp: string }): FileColumn<BookLine>[] => [
  { header: 'Раздел', of: ({ book }) => book },
  { header: 'Код вида операции', of: ({ code }) => code || null },
  { header: 'Счёт-фактура продавца: номер и дата', of: ({ document }) => document || null },
  { header: 'Корректировочный счёт-фактура: номер и дата', of: ({ correction }) => correction || null },
  { header: 'Продавец', of: ({ code }) => (code ? seller.name : null) },
  {
    header: 'ИНН/КПП продавца',
    of: ({ code }) => (code ? [seller.inn, seller.kpp].filter(Boolean).join('/') : null),
  },
  { header: 'Стоимость с НДС', kind: 'sum', of: ({ gross }) => (gross === null ? null : toRubles(gross)) },
  { header: 'Сумма НДС', kind: 'sum', of: ({ vat }) => (vat === null ? null : toRubles(vat)) },
  { header: 'Дата', kind: 'day', of: ({ dayIso }) => dayIso },
  { header: 'Примечание', of: ({ note }) => note || null },
];

/**
 * Returns a company's rows of its book of purchases for a quarter, the VAT that it restores, their totals, and what is
 * missing. Every sum is that of a published document or of the books. Refuses as `listTaxRows`.
 */
export async function downloadPurchaseBook(
  ctx: Context,
  scope: CompanyScope,
  quarter: string,
): Promise<FileAnswer> {
  const days = toQuarterDays(quarter);
  const { companyId } = scope;
  const today = moscowDay(ctx.clock.now());
  const [taxRows, missing] = await ctx.db.inCompany(scope, async (tx) => [
    await listTaxRows(tx, days, { companyId }),
    await findMissingPapers(tx, companyId, days, today),
  ]);
  return tableFile('xlsx', {
    name: `Книга покупок ${quarter}`,
    title: 'Книга покупок',
    columns: makeColumns(ctx.programme.on(days.till).requisites),
    rows: [...listBookLines(taxRows), ...listMissing(missing)],
  });
}

/** Rows of both books, each followed by its total, and the VAT that remains to be deducted. */
function listBookLines(taxRows: readonly TaxRow[]): BookLine[] {
  const lines = taxRows.map(toLine);
  const [bought, restored] = [PURCHASES, RESTORED].map((book) => lines.filter((line) => line.book === book));
  const [deducted, given] = [sumVat(bought ?? []), sumVat(restored ?? [])];
  return [
    ...(bought ?? []),
    makeTotal('Всего НДС к вычету', deducted),
    ...(restored ?? []),
    makeTotal('Всего НДС восстановлено', given),
    makeTotal('НДС к вычету за вычетом восстановленного', kopecks(deducted - given)),
  ];
}

/** A УКД that lowers the УПД is restored (code 18); one that raises it is deducted like a purchase. */
function toLine(row: TaxRow): BookLine {
  const { kind, gross, vat, dayIso } = row;
  const isRestored = kind === 'shipment' || kind === 'return' || (kind === 'ukd' && vat < 0);
  return {
    book: isRestored ? RESTORED : PURCHASES,
    code: getCode(row),
    document: formatInvoice(row),
    correction: row.correction ? formatInvoice(row.correction) : '',
    gross: kopecks(Math.abs(gross)),
    vat: kopecks(Math.abs(vat)),
    dayIso,
    note: NOTE[kind] + formatNamed(row),
  };
}

function getCode({ kind, vat }: TaxRow): string {
  if (kind === 'ukd') return vat < 0 ? '18' : '01';
  return CODE[kind];
}

const CODE = { upd: '01', advance: '02', shipment: '21', return: '21' } as const;
const NOTE = {
  upd: 'УПД',
  ukd: 'УКД',
  advance: 'Счёт-фактура на аванс',
  shipment: 'Аванс зачтён при отгрузке',
  return: 'Аванс возвращён',
} as const;

/** An advance's УПД, or a УПД's invoices for advances. */
function formatNamed(row: TaxRow): string {
  const advances = formatNamedByLaw(row, 'upd');
  if (advances !== null) return `, в счёт авансов № ${advances}`;
  return row.kind === 'shipment' && row.named.length > 0
    ? `, УПД № ${row.named.map(formatInvoice).join('; ')}`
    : '';
}

function sumVat(lines: readonly BookLine[]): Kopecks {
  return kopecks(lines.reduce((sum, { vat }) => sum + (vat ?? 0), 0));
}

const EMPTY = { code: '', document: '', correction: '', gross: null, dayIso: null };

function makeTotal(book: string, vat: Kopecks): BookLine {
  return { ...EMPTY, book, vat, note: '' };
}

function listMissing({ openMonths, fileCorrections }: MissingPapers): BookLine[] {
  const notes = [
    ...openMonths.map((month) => `${formatMonth(month)}: месяц не закрыт, УПД ещё нет`),
    ...fileCorrections.map((title) => `${title}: исправление опубликовано файлом, внесите его вручную`),
  ];
  return notes.map((note) => ({ ...EMPTY, book: 'Не хватает', vat: null, note }));
}
