import { sql } from 'kysely';
import { type Kopecks, kopecks, toRubles } from '#contract/kopecks.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import type { readInvoicePayment as endpoint } from '#contract/money/money.ts';
import { rows, type Db } from '../../../db/database.ts';
import { isAwaited, takeInvoiceTurn, type Invoice } from './invoices.ts';
import { listIds, type CompanyScope } from '../../../db/company-scope.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { qrSquares } from '../../../lib/pdf/pdf-qr.ts';
import { invoicePurpose, payableQr } from './invoice-pdf.ts';
import { readInvoiceDocument } from './print-invoice.ts';

/** Adds money that was paid for invoices; an invoice may be named several times. */
export async function addPaid(
  tx: Db,
  payments: readonly { invoiceId: number; sum: Kopecks }[],
): Promise<void> {
  await sql`
    update invoice set paid_kopecks = paid_kopecks + come.sum
    from (
      select id, sum(sum)::bigint as sum
      from unnest(${payments.map((payment) => payment.invoiceId)}::bigint[], ${payments.map((payment) => payment.sum)}::bigint[])
        as payment (id, sum)
      group by id
    ) come
    where invoice.id = come.id`.execute(tx);
}

/**
 * Takes back what was marked as paid by mistake. If the invoice is wholly unpaid again while another of the same day and
 * sum is unpaid too, it is cancelled: there is never more than one such invoice.
 */
export async function subtractPaid(
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

export interface AwaitedInvoices {
  count: number;
  /** The part that is not paid. */
  sum: Kopecks;
  dueOn: string | null;
  firstId: number | null;
}

/** Sums the companies' invoices that can still be paid on `today` (`YYYY-MM-DD`). A company without such is left out. */
export async function sumAwaitedInvoices(
  db: Db,
  scopes: readonly CompanyScope[],
  today: string,
): Promise<Map<number, AwaitedInvoices>> {
  const found = await rows(
    db,
    sql<{ companyId: number; count: number; sum: number; dueOn: string | null; firstId: number | null }>`
      select company_id as "companyId", count(*) as count, coalesce(sum(sum_kopecks - paid_kopecks), 0)::bigint as sum,
        min(due_on)::text as "dueOn", min(id)::float8 as "firstId" from invoice
      where company_id = any(${listIds(scopes)}::bigint[]) and ${isAwaited(today)} group by company_id`,
  );
  return new Map(
    found.map(({ companyId, sum, ...invoices }) => [companyId, { sum: kopecks(sum), ...invoices }]),
  );
}

/** Reads the payment details of an invoice, from the same source as its PDF. 409 for a cancelled one. */
export async function readInvoicePayment(
  ctx: Context,
  scope: CompanyScope,
  invoice: Invoice,
): Promise<EndpointData<typeof endpoint>> {
  if (invoice.cancelledAt) throw conflict('Счёт отменён, не оплачивайте его');
  const invoiceDocument = await readInvoiceDocument(ctx, scope, invoice);
  const { seller } = invoiceDocument;
  const purpose = invoicePurpose(invoiceDocument);
  const text = payableQr(seller, invoice.sum, purpose);
  return {
    payee: {
      name: seller.name,
      inn: seller.inn,
      kpp: seller.kpp,
      account: seller.account,
      bank: seller.bank,
      bik: seller.bik,
      corr_account: seller.corrAccount,
    },
    sum: toRubles(invoice.sum),
    purpose,
    qr: { text, ...qrSquares(text) },
  };
}
