import { sql, type RawBuilder } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Sort } from '#contract/fields.ts';
import type { InvoiceSort } from '#contract/money.ts';
import { firstRow, onlyRow, type Db } from '../../../db/database.ts';
import type { Invoice } from './invoice.ts';

export interface InvoiceRow {
  id: number;
  company_id: number;
  serial: number;
  sum_kopecks: number;
  paid_kopecks: number;
  cancelled_at: Date | null;
  issued_on: string;
  due_on: string;
  terms_version: number | null;
  terms_accepted_on: string | null;
}

export const COLUMNS = sql`id, company_id, serial, sum_kopecks, paid_kopecks, cancelled_at, issued_on, due_on, terms_version,
  terms_accepted_on`;

/**
 * Those who issue a company's invoices, or make one unpaid again, do so one after another: of one sum and day there is
 * only one unpaid invoice. The turn ends with the transaction.
 */
export async function takeInvoiceTurn(tx: Db, companyId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`invoices:${companyId}`}))`.execute(tx);
}

/** The company's invoice for this sum and day, if wholly unpaid. */
export async function findUnpaidOfDay(
  db: Db,
  scope: CompanyScope,
  args: { issuedOn: string; sum: Kopecks },
): Promise<Invoice | null> {
  const row = await firstRow(
    db,
    sql<InvoiceRow>`
      select ${COLUMNS} from invoice
      where company_id = ${scope.companyId} and issued_on = ${args.issuedOn}::date and sum_kopecks = ${args.sum}
        and paid_kopecks = 0 and cancelled_at is null`,
  );
  return row && recordOf(row);
}

/** Call it within the turn, when there is no such invoice yet. */
export async function insertInvoice(
  tx: Db,
  scope: CompanyScope,
  args: { issuedOn: string; dueDays: number; sum: Kopecks; userId: number; now: Date },
): Promise<Invoice> {
  const row = await onlyRow(
    tx,
    sql<InvoiceRow>`
      insert into invoice (company_id, sum_kopecks, issued_on, due_on, terms_version, terms_accepted_on, created_by,
        created_at)
      select company.id, ${args.sum}, ${args.issuedOn}::date, ${args.issuedOn}::date + ${args.dueDays}::int,
        company.terms_version, (company.terms_accepted_at at time zone 'Europe/Moscow')::date, ${args.userId}, ${args.now}
      from company where company.id = ${scope.companyId}
      returning ${COLUMNS}`,
  );
  return recordOf(row);
}

/** A page of the company's invoices, newest first unless `sort` says otherwise, and how many there are in all. */
export async function findInvoicePage(
  db: Db,
  scope: CompanyScope,
  args: { limit: number; offset: number; sort?: Sort<InvoiceSort> | undefined },
): Promise<{ invoices: Invoice[]; total: number }> {
  const { rows } = await sql<InvoiceRow>`
    select ${COLUMNS} from invoice where company_id = ${scope.companyId}
    order by ${args.sort ? orderBy(args.sort) : sql``} id desc limit ${args.limit} offset ${args.offset}`.execute(
    db,
  );
  const { total } = await onlyRow(
    db,
    sql<{ total: number }>`select count(*) as total from invoice where company_id = ${scope.companyId}`,
  );
  return { invoices: rows.map(recordOf), total };
}

const ORDERED: Record<InvoiceSort, RawBuilder<unknown>> = {
  number: sql`serial`,
  date: sql`issued_on`,
  due: sql`due_on`,
  // As the statuses follow each other: waiting, partly paid, paid, cancelled.
  status: sql`(cancelled_at is not null), least(paid_kopecks::numeric / sum_kopecks, 1)`,
  sum: sql`sum_kopecks`,
  paid: sql`paid_kopecks`,
};

function orderBy({ key, descending }: Sort<InvoiceSort>): RawBuilder<unknown> {
  return sql`${ORDERED[key]} ${descending ? sql`desc` : sql`asc`},`;
}

export function recordOf(row: InvoiceRow): Invoice {
  return {
    id: row.id,
    companyId: row.company_id,
    serial: row.serial,
    sum: kopecks(row.sum_kopecks),
    paid: kopecks(row.paid_kopecks),
    cancelledAt: row.cancelled_at,
    issuedOn: row.issued_on,
    dueOn: row.due_on,
    terms:
      row.terms_version === null || row.terms_accepted_on === null
        ? null
        : { version: row.terms_version, acceptedOn: row.terms_accepted_on },
  };
}
