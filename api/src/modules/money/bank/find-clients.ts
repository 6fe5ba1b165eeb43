import type { Context } from '../../../context.ts';
import { searchClients, type ClientFound } from '../../companies/companies/search-clients.ts';
import { findInvoiceOfSerial, findPayable, type Invoice } from '../invoices/invoices.ts';
import { findInvoiceNumbers } from './find-invoice-numbers.ts';

export interface Payer extends ClientFound {
  invoices: Invoice[];
}

/** More than a user reads. A longer INN or title finds fewer. */
const MAX_FOUND = 20;

/**
 * Finds clients by the beginning of their INN, by a part of their title, or by the printed number of their invoice,
 * with the invoices that a payment may be for. The owner of the named invoice comes first.
 */
export async function findClients(ctx: Context, search: string): Promise<Payer[]> {
  const db = ctx.db.system;
  const [serial] = findInvoiceNumbers(`счёт ${search}`, ctx.programme.today().invoicePrefix);
  const named = serial === undefined ? null : await findInvoiceOfSerial(db, Number(serial));
  const clients = await searchClients(db, {
    words: search,
    ownerId: named?.companyId ?? null,
    max: MAX_FOUND,
  });
  const invoices = await findPayable(db, {
    companyIds: clients.map(({ id }) => id),
    namedId: named?.id ?? null,
  });
  return clients.map((client) => ({
    ...client,
    invoices: invoices.filter(({ companyId }) => companyId === client.id),
  }));
}
