import type { Kopecks } from '#contract/kopecks.ts';
import type { InvoiceStatus } from '#contract/money.ts';

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
