import { sql, type RawBuilder } from 'kysely';
import { type Kopecks, kopecks } from '#contract/kopecks.ts';
import type { InvoiceStatus, InvoiceSort } from '#contract/money/money.ts';
import type { Sort } from '#contract/fields.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, type Db } from '../../../db/database.ts';

/** A top-up invoice. Days are `YYYY-MM-DD` in Moscow. */
export interface Invoice {
  id: number;
  companyId: number;
  /** The printed number is made from it: see `invoiceNumber`. */
  serial: number;
  sum: Kopecks;
  paid: Kopecks;
  cancelledAt: Date | null;
  issuedOn: string;
  dueOn: string;
  /** The framework agreement that was accepted when the invoice was issued. */
  terms: { version: number; acceptedOn: string } | null;
}

export const SERIAL_DIGITS = 6;

/** «М-000123»: the operator's prefix and the serial, at least six digits. */
export function invoiceNumber(prefix: string, serial: number): string {
  return `${prefix}${String(serial).padStart(SERIAL_DIGITS, '0')}`;
}

/** The state of an invoice (spec section 4: a new one is «Ожидает оплаты»). */
export function invoiceStatus({ sum, paid, cancelledAt }: Invoice): InvoiceStatus {
  if (cancelledAt) return 'cancelled';
  if (paid === 0) return 'waiting';
  if (paid < sum) return 'partly';
  return paid === sum ? 'paid' : 'overpaid';
}

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
  return row && toInvoice(row);
}

/** Call it within the turn, when there is no such invoice yet. */
export async function insertInvoice(
  tx: Db,
  scope: CompanyScope,
  args: { issuedOn: string; dueDays: number; sum: Kopecks; userId: number; now: Date },
): Promise<Invoice> {
  const row = await getOnlyRow(
    tx,
    sql<InvoiceRow>`
      insert into invoice (company_id, sum_kopecks, issued_on, due_on, terms_version, terms_accepted_on, created_by,
        created_at)
      select company.id, ${args.sum}, ${args.issuedOn}::date, ${args.issuedOn}::date + ${args.dueDays}::int,
        company.terms_version, (company.terms_accepted_at at time zone 'Europe/Moscow')::date, ${args.userId}, ${args.now}
      from company where company.id = ${scope.companyId}
      returning ${COLUMNS}`,
  );
  return toInvoice(row);
}

/** Matches an invoice that can still be paid on `today`, `YYYY-MM-DD`. */
export function isAwaited(today: string): RawBuilder<unknown> {
  return sql`(cancelled_at is null and paid_kopecks < sum_kopecks and due_on >= ${today}::date)`;
}

/** Number, sum and first due day of the invoices that a company has to pay. */
export interface ToPay {
  count: number;
  sum: Kopecks;
  /** The earliest last day, `YYYY-MM-DD`. */
  due: string | null;
}

/** Returns what can still be paid in time on `today`, `YYYY-MM-DD`. */
export async function readToPay(db: Db, scope: CompanyScope, today: string): Promise<ToPay> {
  return getOnlyRow(
    db,
    sql<ToPay>`
      select count(*) as count, coalesce(sum(sum_kopecks - paid_kopecks), 0)::bigint as sum, min(due_on)::text as due
      from invoice where company_id = ${scope.companyId} and ${isAwaited(today)}`,
  );
}

/** Returns a page of the company's invoices, newest first unless `sort` says otherwise, and their total number. */
export async function findInvoicePage(
  db: Db,
  scope: CompanyScope,
  args: {
    limit: number;
    offset: number;
    sort?: Sort<InvoiceSort> | undefined;
    /** `YYYY-MM-DD` */
    today: string;
    /** Only what can still be paid today. */
    waiting: boolean;
  },
): Promise<{ invoices: Invoice[]; total: number }> {
  const awaited = args.waiting ? isAwaited(args.today) : sql`true`;
  const which = sql`company_id = ${scope.companyId} and ${awaited}`;
  const { rows } = await sql<InvoiceRow>`
    select ${COLUMNS} from invoice where ${which}
    order by ${args.sort ? orderBy(args.sort, args.today) : sql``} id desc limit ${args.limit} offset ${args.offset}`.execute(
    db,
  );
  const { total } = await getOnlyRow(
    db,
    sql<{ total: number }>`select count(*) as total from invoice where ${which}`,
  );
  return { invoices: rows.map(toInvoice), total };
}

const ORDERED: Record<Exclude<InvoiceSort, 'to_pay'>, RawBuilder<unknown>> = {
  number: sql`serial`,
  date: sql`issued_on`,
  due: sql`due_on`,
  // Orders the statuses: waiting, partly paid, paid, cancelled.
  status: sql`(cancelled_at is not null), least(paid_kopecks::numeric / sum_kopecks, 1)`,
  sum: sql`sum_kopecks`,
  paid: sql`paid_kopecks`,
};

function orderBy({ key, descending }: Sort<InvoiceSort>, today: string): RawBuilder<unknown> {
  if (key === 'to_pay') {
    const due = sql`case when ${isAwaited(today)} then due_on end`;
    return descending ? sql`${due} desc nulls first,` : sql`${due} asc nulls last,`;
  }
  return sql`${ORDERED[key]} ${descending ? sql`desc` : sql`asc`},`;
}

export function toInvoice(row: InvoiceRow): Invoice {
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
          select * from unnest(${args.owed.map((item) => item.companyId)}::bigint[], ${args.owed.map((item) => item.sum)}::bigint[])))
    order by id`.execute(db);
  return rows.map(toInvoice);
}

export async function findInvoice(db: Db, args: { companyId: number; id: number }): Promise<Invoice | null> {
  const row = await firstRow(
    db,
    sql<InvoiceRow>`select ${COLUMNS} from invoice where id = ${args.id} and company_id = ${args.companyId}`,
  );
  return row && toInvoice(row);
}

export async function findInvoiceOfSerial(db: Db, serial: number): Promise<Invoice | null> {
  const row = await firstRow(
    db,
    sql<InvoiceRow>`select ${COLUMNS} from invoice where serial = ${serial} and cancelled_at is null`,
  );
  return row && toInvoice(row);
}

/** An invoice that a payment's purpose names, and whose it is. */
export interface NamedInvoice {
  id: number;
  serial: number;
  unpaid: Kopecks;
  company: { id: number; title: string };
}

/** Returns the invoices of these serials that are not wholly paid, of any company. */
export async function listUnpaidOfSerials(db: Db, serials: readonly number[]): Promise<NamedInvoice[]> {
  const { rows } = await sql<{
    id: number;
    serial: number;
    unpaid: number;
    companyId: number;
    title: string;
  }>`
    select invoice.id, invoice.serial, invoice.sum_kopecks - invoice.paid_kopecks as unpaid,
      company.id as "companyId", company.title
    from invoice join company on company.id = invoice.company_id
    where invoice.serial = any(${serials}::bigint[]) and invoice.cancelled_at is null
      and invoice.paid_kopecks < invoice.sum_kopecks`.execute(db);
  return rows.map(({ id, serial, unpaid, companyId, title }) => ({
    id,
    serial,
    unpaid: kopecks(unpaid),
    company: { id: companyId, title },
  }));
}

/** More than a company leaves open. */
const MAX_PAYABLE = 100;

/** Finds the newest unpaid invoices of each company, and the one that was named, newest first. */
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
      order by id desc limit ${MAX_PAYABLE}
    ) payable`.execute(db);
  return rows.map(toInvoice);
}

/**
 * Returns the account from which a company has paid last, and the BIC of its bank where the bank's statement named it. Null
 * means that it has not paid yet.
 */
export function findPayerAccount(
  db: Db,
  companyId: number,
): Promise<{ account: string; bik: string | null } | null> {
  return firstRow(
    db,
    sql<{ account: string; bik: string | null }>`
      select payer_account as account, payer_bik as bik from bank_payment
      where company_id = ${companyId} and state in ('credited', 'assigned') and payer_account ~ '^[0-9]{20}$'
      order by id desc limit 1`,
  );
}
