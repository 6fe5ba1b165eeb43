import { readSearch } from '#contract/insights/read-search.ts';
import { MAX_FOUND_PER_KIND } from '#contract/insights/search.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { searchOperations, type FoundOperation } from '../../fuel/history/search-operations.ts';
import { searchInvoices, type FoundInvoice } from '../../money/invoices/search-invoices.ts';
import { searchDocuments, type FoundDocument } from '../../papers/documents/search-documents.ts';

export interface Found {
  operations: FoundOperation[];
  invoices: FoundInvoice[];
  documents: FoundDocument[];
}

/** The newest of each kind that a typed text means, within one company. */
export async function searchEverything(ctx: Context, scope: CompanyScope, text: string): Promise<Found> {
  const input = readSearch(text, moscowDay(ctx.clock.now()));
  const prefix = ctx.programme.today().invoicePrefix;
  return ctx.db.inCompany(scope, async (tx) => ({
    operations: await searchOperations(tx, scope, input, MAX_FOUND_PER_KIND),
    invoices: await searchInvoices(tx, scope, input, { limit: MAX_FOUND_PER_KIND, prefix }),
    documents: await searchDocuments(tx, scope, input, MAX_FOUND_PER_KIND),
  }));
}
