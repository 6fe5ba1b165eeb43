import type { Db } from '../../../db/database.ts';
import { listUnpaidOfSerials, type NamedInvoice } from '../invoices/invoices.ts';
import { findInvoiceNumbers } from './find-invoice-numbers.ts';
import { isAssignable, type Payment } from './payment.ts';

/** More numbers than a purpose of 210 characters has. */
const MAX_NUMBERS = 20;

/**
 * Finds the unpaid invoices whose numbers the purposes of waiting payments name, by the id of the payment, in the order
 * of the text. They may be of a company that is not the payer.
 */
export async function findNamedInvoices(
  db: Db,
  payments: readonly Payment[],
  prefix: string,
): Promise<Map<number, NamedInvoice[]>> {
  const serials = new Map(
    payments
      .filter(isAssignable)
      .map(({ id, purpose }) => [id, findInvoiceNumbers(purpose, prefix).slice(0, MAX_NUMBERS).map(Number)]),
  );
  const wanted = [...new Set([...serials.values()].flat())];
  if (wanted.length === 0) return new Map();
  const unpaid = new Map((await listUnpaidOfSerials(db, wanted)).map((invoice) => [invoice.serial, invoice]));
  return new Map(
    [...serials].map(([id, named]) => [id, named.flatMap((serial) => unpaid.get(serial) ?? [])]),
  );
}
