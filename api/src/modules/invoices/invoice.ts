import type { Kopecks } from '#contract/kopecks.ts';
import type { InvoiceStatus } from '#contract/money.ts';

/** A top-up invoice. Days are `YYYY-MM-DD` in Moscow. */
export interface Invoice {
  id: number;
  companyId: number;
  /** What the printed number is made of: see `invoiceNumber`. */
  serial: number;
  sum: Kopecks;
  paid: Kopecks;
  cancelledAt: Date | null;
  issuedOn: string;
  dueOn: string;
  /** The framework agreement that was accepted when the invoice was issued. */
  terms: { version: number; acceptedOn: string } | null;
}

const SERIAL_DIGITS = 6;

/** «М-000123»: the operator's prefix and the serial, never fewer than six digits. */
export function invoiceNumber(prefix: string, serial: number): string {
  return `${prefix}${String(serial).padStart(SERIAL_DIGITS, '0')}`;
}

/** Where an invoice stands (spec section 4: a fresh one is «Ожидает оплаты»). */
export function invoiceStatus({ sum, paid, cancelledAt }: Invoice): InvoiceStatus {
  if (cancelledAt) return 'cancelled';
  if (paid === 0) return 'waiting';
  if (paid < sum) return 'partly';
  return paid === sum ? 'paid' : 'overpaid';
}
