import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { vatIncluded } from '../../../lib/vat.ts';
import { findCompany } from '../../companies/companies/find-company.ts';
import { paperParty } from '../../companies/companies/paper-party.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { invoiceNumber, type Invoice } from './invoice.ts';

/** An invoice of the company on paper, with the VAT of its day, the purpose and the QR code (docs/facts.md 2). */
export async function printInvoice(
  ctx: Context,
  scope: CompanyScope,
  invoice: Invoice,
): Promise<{ name: string; file: Buffer }> {
  const company = await ctx.db.inCompany(scope, (tx) => findCompany(tx, scope.companyId));
  if (!company) throw notFound();
  const { invoicePrefix, requisites } = ctx.config.operator;
  const number = invoiceNumber(invoicePrefix, invoice.serial);
  const { terms } = invoice;
  const file = await invoicePdf({
    number,
    issuedOn: invoice.issuedOn,
    dueOn: invoice.dueOn,
    cancelledOn: invoice.cancelledAt && moscowDay(invoice.cancelledAt),
    seller: requisites,
    buyer: paperParty(company),
    basis: terms && { kind: 'framework', number: String(terms.version), date: terms.acceptedOn },
    sumKopecks: invoice.sum,
    vat: vatIncluded(invoice.sum, invoice.issuedOn),
  });
  return { name: `Счёт ${number}.pdf`, file };
}
