import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../db/company-scope.ts';
import { firstRow, onlyRow, type Db } from '../../db/database.ts';
import type { Invoice } from './invoice.ts';

interface InvoiceRow {
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

const COLUMNS = sql`id, company_id, serial, sum_kopecks, paid_kopecks, cancelled_at, issued_on, due_on, terms_version,
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

/** A page of the company's invoices, newest first, and how many there are in all. */
export async function findInvoicePage(
  db: Db,
  scope: CompanyScope,
  args: { limit: number; offset: number },
): Promise<{ invoices: Invoice[]; total: number }> {
  const { rows } = await sql<InvoiceRow>`
    select ${COLUMNS} from invoice where company_id = ${scope.companyId}
    order by id desc limit ${args.limit} offset ${args.offset}`.execute(db);
  const { total } = await onlyRow(
    db,
    sql<{ total: number }>`select count(*) as total from invoice where company_id = ${scope.companyId}`,
  );
  return { invoices: rows.map(recordOf), total };
}

export async function findInvoice(db: Db, args: { companyId: number; id: number }): Promise<Invoice | null> {
  const row = await firstRow(
    db,
    sql<InvoiceRow>`select ${COLUMNS} from invoice where id = ${args.id} and company_id = ${args.companyId}`,
  );
  return row && recordOf(row);
}

export async function findInvoiceOfSerial(db: Db, serial: number): Promise<Invoice | null> {
  const row = await firstRow(
    db,
    sql<InvoiceRow>`select ${COLUMNS} from invoice where serial = ${serial} and cancelled_at is null`,
  );
  return row && recordOf(row);
}

/** More than a company leaves open. */
const MOST_PAYABLE = 100;

/** Of each company the newest invoices that wait for money, and the one that was named, newest first. */
export async function findPayable(
  db: Db,
  args: { companyIds: readonly number[]; namedId: number | null },
): Promise<Invoice[]> {
  const { rows } = await sql<InvoiceRow>`
    select payable.* from unnest(${args.companyIds}::bigint[]) as asked (id)
    cross join lateral (
      select ${COLUMNS} from invoice
      where company_id = asked.id and cancelled_at is null
        and (paid_kopecks < sum_kopecks or id = ${args.namedId}::bigint)
      order by id desc limit ${MOST_PAYABLE}
    ) payable`.execute(db);
  return rows.map(recordOf);
}

/**
 * Unpaid invoices that a payment may be meant for: any company's if their serial is named, and the payer's own if exactly
 * this sum is still to be paid.
 */
export async function findAwaitedInvoices(
  db: Db,
  args: { serials: readonly number[]; owed: readonly { companyId: number; sum: Kopecks }[] },
): Promise<Invoice[]> {
  const { rows } = await sql<InvoiceRow>`
    select ${COLUMNS} from invoice
    where paid_kopecks < sum_kopecks and cancelled_at is null
      and (serial = any(${args.serials}::bigint[])
        or (company_id, sum_kopecks - paid_kopecks) in (
          select * from unnest(${args.owed.map((one) => one.companyId)}::bigint[], ${args.owed.map((one) => one.sum)}::bigint[])))
    order by id`.execute(db);
  return rows.map(recordOf);
}

/**
 * Takes back what was marked as paid by mistake. If the invoice is wholly unpaid again while another of the same day and
 * sum is unpaid too, it is cancelled: there is never more than one such invoice.
 */
export async function takeBackPaid(
  tx: Db,
  args: { invoiceId: number; companyId: number; sum: Kopecks; now: Date },
): Promise<void> {
  await takeInvoiceTurn(tx, args.companyId);
  await sql`
    update invoice set paid_kopecks = paid_kopecks - ${args.sum},
      cancelled_at = case when paid_kopecks = ${args.sum} and exists (
        select from invoice other where other.company_id = invoice.company_id and other.issued_on = invoice.issued_on
          and other.sum_kopecks = invoice.sum_kopecks and other.paid_kopecks = 0 and other.cancelled_at is null
      ) then ${args.now}::timestamptz else cancelled_at end
    where id = ${args.invoiceId} and company_id = ${args.companyId}`.execute(tx);
}

/** Adds money that was paid for invoices; an invoice may be named several times. */
export async function addPaid(
  tx: Db,
  payments: readonly { invoiceId: number; sum: Kopecks }[],
): Promise<void> {
  await sql`
    update invoice set paid_kopecks = paid_kopecks + come.sum
    from (
      select id, sum(sum)::bigint as sum
      from unnest(${payments.map((one) => one.invoiceId)}::bigint[], ${payments.map((one) => one.sum)}::bigint[])
        as payment (id, sum)
      group by id
    ) come
    where invoice.id = come.id`.execute(tx);
}

function recordOf(row: InvoiceRow): Invoice {
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
