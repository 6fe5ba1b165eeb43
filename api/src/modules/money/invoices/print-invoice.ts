import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { invoicePdf } from './invoice-pdf.ts';
import type { Invoice } from './invoice.ts';
import { paperOfInvoice } from './paper-of-invoice.ts';

/** An invoice of the company on paper, with the purpose and the QR code (docs/facts.md 2). */
export async function printInvoice(
  ctx: Context,
  scope: CompanyScope,
  invoice: Invoice,
): Promise<{ name: string; file: Buffer }> {
  const paper = await paperOfInvoice(ctx, scope, invoice);
  return { name: `Счёт ${paper.number}.pdf`, file: await invoicePdf(paper) };
}
