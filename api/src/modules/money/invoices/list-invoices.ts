import type { Sort } from '#contract/fields.ts';
import type { InvoiceSort } from '#contract/money.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { findInvoicePage } from './invoice-store.ts';
import type { Invoice } from './invoice.ts';

export interface InvoicePage {
  invoices: Invoice[];
  page: number;
  total: number;
  totalPages: number;
}

/** A page of the company's invoices, newest first unless they are to be sorted; one past the end is empty (spec §7.40). */
export async function listInvoices(
  ctx: Context,
  scope: CompanyScope,
  { page, perPage, sort }: { page: number; perPage: number; sort?: Sort<InvoiceSort> | undefined },
): Promise<InvoicePage> {
  const { invoices, total } = await ctx.db.inCompany(scope, (tx) =>
    findInvoicePage(tx, scope, { limit: perPage, offset: (page - 1) * perPage, sort }),
  );
  return { invoices, page, total, totalPages: Math.ceil(total / perPage) };
}
