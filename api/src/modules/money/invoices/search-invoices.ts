import { sql, type RawBuilder } from 'kysely';
import { INVOICES_PER_PAGE } from '#contract/limits.ts';
import type { SaidNumber, SearchSaid } from '#contract/read-search.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import { containsDigits } from '../../../db/text-search.ts';
import { COLUMNS, recordOf, type InvoiceRow } from './invoice-store.ts';
import { SERIAL_DIGITS, type Invoice } from './invoice.ts';

/** An invoice, and on which page of the list it stands. */
export type FoundInvoice = Invoice & { page: number };

/** A company's newest invoices that fit everything said: number, sum, day or month of issue. None when nothing is said. */
export async function searchInvoices(
  db: Db,
  scope: CompanyScope,
  said: SearchSaid,
  { limit, prefix }: { limit: number; prefix: string },
): Promise<FoundInvoice[]> {
  const { day, month, numbers, words } = said;
  const number = sql`(${prefix}::text || lpad(serial::text, greatest(length(serial::text), ${SERIAL_DIGITS}), '0'))`;
  const all = [
    ...(day === null ? [] : [sql`issued_on = ${day}::date`]),
    ...(month === null ? [] : [sql`to_char(issued_on, 'YYYY-MM') like ${`%${month}`}`]),
    ...numbers.map((one) => meantBy(one, number)),
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
  return read.map((row) => ({ ...recordOf(row), page: Math.ceil(row.place / INVOICES_PER_PAGE) }));
}

/** The digits of «М-000123», none in «счёт», null in a word that no invoice has. */
function numberIn(word: string, prefix: string): string | null {
  if ('счета'.startsWith(word)) return '';
  const lower = prefix.toLowerCase();
  const digits = word.startsWith(lower) ? word.slice(lower.length) : null;
  return digits !== null && /^\d*$/.test(digits) ? digits : null;
}

function meantBy({ digits, sum }: SaidNumber, number: RawBuilder<unknown>): RawBuilder<unknown> {
  const either = [
    ...(sum ? [sql`sum_kopecks between ${sum.from} and ${sum.to}`] : []),
    ...(digits === null ? [] : [containsDigits(number, digits)]),
  ];
  return sql`(${sql.join(either, sql` or `)})`;
}
