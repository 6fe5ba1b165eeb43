import { sql, type RawBuilder } from 'kysely';
import { INVOICES_PER_PAGE } from '#contract/limits.ts';
import type { SearchNumber, SearchQuery } from '#contract/insights/read-search.ts';
import type { Sort } from '#contract/fields.ts';
import type { InvoiceSort } from '#contract/money/money.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import { containsDigits } from '../../../db/text-search.ts';
import {
  COLUMNS,
  toInvoice,
  type InvoiceRow,
  SERIAL_DIGITS,
  type Invoice,
  findInvoicePage,
  readToPay,
  type ToPay,
} from './invoices.ts';
import type { Context } from '../../../context.ts';
import { moscowDay } from '../../../lib/money-format.ts';

/** An invoice, and on which page of the list it stands. */
export type FoundInvoice = Invoice & { page: number };

/**
 * Finds a company's newest invoices that match every criterion: number, sum, day or month of issue. Returns none if
 * there are no criteria.
 */
export async function searchInvoices(
  db: Db,
  scope: CompanyScope,
  input: SearchQuery,
  { limit, prefix }: { limit: number; prefix: string },
): Promise<FoundInvoice[]> {
  const { day, month, numbers, words } = input;
  const number = sql`(${prefix}::text || lpad(serial::text, greatest(length(serial::text), ${SERIAL_DIGITS}), '0'))`;
  const all = [
    ...(day === null ? [] : [sql`issued_on = ${day}::date`]),
    ...(month === null ? [] : [sql`to_char(issued_on, 'YYYY-MM') like ${`%${month}`}`]),
    ...numbers.map((saidNumber) => matchesNumber(saidNumber, number)),
  ];
  const named = words.map((word) => numberIn(word, prefix));
  if (named.includes(null) || all.length + words.length === 0) return [];
  all.push(...named.map((digits) => containsDigits(number, digits ?? '')));
  const read = await rows(
    db,
    sql<InvoiceRow & { place: number }>`
      select ${COLUMNS}, (
        select count(*) from invoice newer where newer.company_id = ${scope.companyId} and newer.id >= invoice.id
      ) as place
      from invoice where company_id = ${scope.companyId} and ${sql.join(all, sql` and `)}
      order by id desc limit ${limit}`,
  );
  return read.map((row) => ({ ...toInvoice(row), page: Math.ceil(row.place / INVOICES_PER_PAGE) }));
}

/** The digits of «М-000123», none in «счёт», null in a word that no invoice has. */
function numberIn(word: string, prefix: string): string | null {
  if ('счета'.startsWith(word)) return '';
  const lower = prefix.toLowerCase();
  const digits = word.startsWith(lower) ? word.slice(lower.length) : null;
  return digits !== null && /^\d*$/.test(digits) ? digits : null;
}

function matchesNumber({ digits, sum }: SearchNumber, number: RawBuilder<unknown>): RawBuilder<unknown> {
  const either = [
    ...(sum ? [sql`sum_kopecks between ${sum.from} and ${sum.to}`] : []),
    ...(digits === null ? [] : [containsDigits(number, digits)]),
  ];
  return sql`(${sql.join(either, sql` or `)})`;
}

export interface InvoicePage {
  invoices: Invoice[];
  page: number;
  total: number;
  totalPages: number;
  toPay: ToPay;
}

/** A page of the company's invoices, newest first unless they are to be sorted; one past the end is empty (spec §7.40). */
export async function listInvoices(
  ctx: Context,
  scope: CompanyScope,
  {
    page,
    perPage,
    sort,
    waiting = false,
  }: { page: number; perPage: number; sort?: Sort<InvoiceSort> | undefined; waiting?: boolean | undefined },
): Promise<InvoicePage> {
  const today = moscowDay(ctx.clock.now());
  return ctx.db.inCompany(scope, async (tx) => {
    const offset = (page - 1) * perPage;
    const found = await findInvoicePage(tx, scope, { limit: perPage, offset, sort, today, waiting });
    return {
      ...found,
      page,
      totalPages: Math.ceil(found.total / perPage),
      toPay: await readToPay(tx, scope, today),
    };
  });
}
