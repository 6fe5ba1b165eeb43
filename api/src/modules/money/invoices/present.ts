import type { z } from 'zod';
import { toRubles } from '#contract/kopecks.ts';
import { INVOICE_STATUS_TITLE, type invoice as invoiceShape } from '#contract/money/money.ts';
import { invoiceNumber, invoiceStatus, type Invoice } from './invoices.ts';

/** An invoice as the list shows it (spec section 3). */
export function presentInvoice(invoice: Invoice, prefix: string): z.input<typeof invoiceShape> {
  const status = invoiceStatus(invoice);
  return {
    id: invoice.id,
    number: invoiceNumber(prefix, invoice.serial),
    date: { date: invoice.issuedOn },
    payment_due_date: { date: invoice.dueOn },
    status: INVOICE_STATUS_TITLE[status],
    status_id: status,
    sum: toRubles(invoice.sum),
    paid_sum: toRubles(invoice.paid),
  };
}
