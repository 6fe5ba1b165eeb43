import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { vatIncluded } from '../../../lib/vat.ts';
import { findCompany, toDocumentParty } from '../../companies/companies/companies.ts';
import { type InvoiceDocument, invoicePdf } from './invoice-pdf.ts';
import { invoiceNumber, type Invoice } from './invoices.ts';

/** Reads the contents of an invoice of the company, with the VAT of its day. */
export async function readInvoiceDocument(
  ctx: Context,
  scope: CompanyScope,
  invoice: Invoice,
): Promise<InvoiceDocument> {
  const company = await ctx.db.inCompany(scope, (tx) => findCompany(tx, scope.companyId));
  if (!company) throw notFound();
  const { invoicePrefix, requisites } = ctx.programme.on(invoice.issuedOn);
  const { terms } = invoice;
  return {
    number: invoiceNumber(invoicePrefix, invoice.serial),
    issuedOn: invoice.issuedOn,
    dueOn: invoice.dueOn,
    cancelledOn: invoice.cancelledAt && moscowDay(invoice.cancelledAt),
    seller: requisites,
    buyer: toDocumentParty(company),
    basis: terms && { kind: 'framework', number: String(terms.version), date: terms.acceptedOn },
    sumKopecks: invoice.sum,
    vat: vatIncluded(invoice.sum, invoice.issuedOn),
  };
}

/** Prints an invoice of the company as a PDF, with the purpose and the QR code (docs/facts.md 2). */
export async function printInvoice(
  ctx: Context,
  scope: CompanyScope,
  invoice: Invoice,
): Promise<{ name: string; file: Buffer }> {
  const invoiceDocument = await readInvoiceDocument(ctx, scope, invoice);
  return { name: `Счёт ${invoiceDocument.number}.pdf`, file: await invoicePdf(invoiceDocument) };
}
