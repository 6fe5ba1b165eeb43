import { INVOICES_PER_PAGE } from '#contract/limits.ts';
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

/** A page of the company's invoices, newest first; a page past the end is empty (spec §7.40). */
export async function listInvoices(ctx: Context, scope: CompanyScope, page: number): Promise<InvoicePage> {
  const { invoices, total } = await ctx.db.inCompany(scope, (tx) =>
    findInvoicePage(tx, scope, { limit: INVOICES_PER_PAGE, offset: (page - 1) * INVOICES_PER_PAGE }),
  );
  return { invoices, page, total, totalPages: Math.ceil(total / INVOICES_PER_PAGE) };
}
