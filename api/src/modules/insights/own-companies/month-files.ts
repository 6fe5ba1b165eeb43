import type { DeskPart } from '#contract/companies/company-desk.ts';
import { MAX_STATEMENT_MOVEMENTS } from '#contract/money/statement.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { fileName } from '../../../lib/file-name.ts';
import { addDays, getNextMonth } from '../../../lib/days.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import type { ZippedFile } from '../../../lib/zip-files.ts';
import { operationsWorkbook } from '../../fuel/history/operations-workbook.ts';
import { readStatement } from '../../money/transfers/statement/read-statement.ts';
import { statementCsv } from '../../money/transfers/statement/statement-csv.ts';
import { formatForMonth } from '../../papers/documents/closing/format-month.ts';
import {
  listArchivedFiles,
  requireDocumentsOfMonth,
} from '../../papers/documents/evidence/download-archive.ts';
import { downloadRegister } from '../../papers/documents/pdf/download-register.ts';
import { isRegister } from '../../papers/documents/present.ts';
import { downloadEnterpriseData } from '../../papers/exchange/download-enterprise-data.ts';
import { downloadPurchaseBook } from '../../papers/tax-books/download-purchase-book.ts';

/** A file of a company's month. Its name says whose it is. */
export type MonthFile = Omit<ZippedFile, 'at'>;

interface CompanyMonth {
  scope: CompanyScope;
  title: string;
  /** `YYYY-MM` */
  month: string;
}

type ListFiles = (ctx: Context, company: CompanyMonth) => AsyncGenerator<MonthFile>;

/** Makes the files of each part, one after the other. A part that the company does not have is a refusal with its reason. */
export const MONTH_FILES: Record<DeskPart, ListFiles> = {
  documents: async function* (ctx, { scope, title, month }) {
    const documents = await requireDocumentsOfMonth(ctx, scope, month);
    for await (const { name, file, isPacked } of listArchivedFiles(ctx, scope, documents))
      yield { name: isPacked ? nameOwner(title, name) : name, file, isPacked };
  },
  registers: async function* (ctx, { scope, title, month }) {
    const registers = (await requireDocumentsOfMonth(ctx, scope, month)).filter(isRegister);
    if (registers.length === 0) throw notFound('За этот месяц реестров нет');
    for (const { id, partnerTitle } of registers) {
      const { file, name } = await downloadRegister(ctx, scope, { documentId: id, form: 'xlsx' });
      yield { name: nameOwner(title, `${fileName(partnerTitle)}/${name}`), file, isPacked: true };
    }
  },
  statement: async function* (ctx, { scope, title, month }) {
    const madeOn = moscowDay(ctx.clock.now());
    const { from, to } = listDays(month);
    const statement = await readStatement(ctx, scope, {
      place: { kind: 'company' },
      period: { from, to },
      internal: false,
      max: MAX_STATEMENT_MOVEMENTS,
    });
    const file = Buffer.from(statementCsv(statement, { madeOn, internal: false }));
    yield { name: nameOwner(title, `Выписка ${formatForMonth(month)}.csv`), file, isPacked: false };
  },
  exchange: async function* (ctx, { scope, title, month }) {
    const { file } = await downloadEnterpriseData(ctx, scope, listDays(month));
    yield { name: nameOwner(title, `Для 1С ${formatForMonth(month)}.xml`), file, isPacked: false };
  },
  purchases: async function* (ctx, { scope, title, month }) {
    const { file } = await downloadPurchaseBook(ctx, scope, getQuarter(month));
    yield { name: nameOwner(title, `Книга покупок ${getQuarter(month)}.xlsx`), file, isPacked: true };
  },
  report: async function* (ctx, { scope, title, month }) {
    const { from, to } = listDays(month);
    const { file } = await operationsWorkbook(ctx, scope, { dateFrom: from, dateTo: to });
    yield { name: nameOwner(title, `Операции ${formatForMonth(month)}.xlsx`), file, isPacked: true };
  },
};

/** «Роснефть/УПД № 1.pdf» → «Роснефть/ООО «Дальний рейс», УПД № 1.pdf» */
function nameOwner(title: string, name: string): string {
  const [base = '', ...folders] = name.split('/').toReversed();
  const ending = /\.[a-z]+$/.exec(base)?.[0] ?? '';
  const own = fileName(`${title}, ${base.slice(0, base.length - ending.length)}`);
  return [...folders.toReversed(), `${own}${ending}`].join('/');
}

/** The first and the last day of a month. */
function listDays(month: string): { from: string; to: string } {
  return { from: `${month}-01`, to: addDays(`${getNextMonth(month)}-01`, -1) };
}

/** «2026-08» → «2026Q3» */
function getQuarter(month: string): string {
  return `${month.slice(0, 4)}Q${Math.ceil(Number(month.slice(5)) / 3)}`;
}
