import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Db } from '../../../db/database.ts';
import { fieldRefusal } from '../../../errors.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import { findInvoice, invoiceNumber } from '../invoices/invoices.ts';
import { listPaidParts, type InvoiceShare, type Payment } from './payment.ts';

/** Invoices that a payment is to pay: one invoice with all of its sum, several with a part each, or none. */
export interface InvoiceTarget {
  invoiceId: number | null;
  /** Empty unless the payment is divided. */
  parts: readonly InvoiceShare[];
}

/** Input of a call: an invoice for the whole sum, or the parts. */
interface TargetInput {
  invoiceId: number | null;
  shares: readonly InvoiceShare[];
}

/** Returns what is to be paid. One part that is the whole payment is a payment for that invoice. */
export function toTarget({ sum }: Pick<Payment, 'sum'>, { invoiceId, shares }: TargetInput): InvoiceTarget {
  const [first, ...others] = shares;
  if (invoiceId !== null && first)
    throw fieldRefusal('invoices', 'Назовите один счёт или разделите платёж между счетами');
  if (first && others.length === 0 && first.sum === sum) return { invoiceId: first.invoiceId, parts: [] };
  return { invoiceId, parts: shares };
}

/** Returns whether the payment pays exactly this. */
export function isPaidTo(payment: Payment, { invoiceId, parts }: InvoiceTarget): boolean {
  const asked = invoiceId === null ? parts : [{ invoiceId, sum: payment.sum }];
  const paid = new Map(listPaidParts(payment).map((part) => [part.invoiceId, part.sum]));
  return asked.length === paid.size && asked.every((part) => paid.get(part.invoiceId) === part.sum);
}

/** Refuses an invoice that is not the company's or was cancelled, and parts that don't fit the payment or the invoices. */
export async function assertPayable(
  db: Db,
  args: { companyId: number; sum: Kopecks; target: InvoiceTarget; prefix: string },
): Promise<void> {
  const { companyId, sum, target, prefix } = args;
  if (target.invoiceId !== null)
    await requireOpen(db, { companyId, id: target.invoiceId, field: 'invoice_id' });
  if (new Set(target.parts.map((part) => part.invoiceId)).size < target.parts.length)
    throw fieldRefusal('invoices', 'Один счёт назван дважды');
  for (const part of target.parts) {
    const invoice = await requireOpen(db, { companyId, id: part.invoiceId, field: 'invoices' });
    const unpaid = kopecks(Math.max(0, invoice.sum - invoice.paid));
    if (part.sum > unpaid)
      throw fieldRefusal(
        'invoices',
        `По счёту ${invoiceNumber(prefix, invoice.serial)} осталось оплатить ${formatRubles(unpaid)}`,
      );
  }
  const shared = target.parts.reduce((total, part) => total + part.sum, 0);
  if (shared > sum) throw fieldRefusal('invoices', `По счетам больше, чем поступило: ${formatRubles(sum)}`);
}

async function requireOpen(
  db: Db,
  { companyId, id, field }: { companyId: number; id: number; field: 'invoice_id' | 'invoices' },
) {
  const invoice = await findInvoice(db, { companyId, id });
  if (!invoice) throw fieldRefusal(field, 'У этого клиента нет такого счёта');
  if (invoice.cancelledAt) throw fieldRefusal(field, 'Этот счёт отменён');
  return invoice;
}
