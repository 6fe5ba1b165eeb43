import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { vatIncluded } from '../../../lib/vat.ts';
import { findCompany } from '../../companies/companies/find-company.ts';
import { paperParty } from '../../companies/companies/paper-party.ts';
import type { InvoicePaper } from './invoice-pdf.ts';
import { invoiceNumber, type Invoice } from './invoice.ts';

/** Everything that an invoice of the company says, with the VAT of its day. */
export async function paperOfInvoice(
  ctx: Context,
  scope: CompanyScope,
  invoice: Invoice,
): Promise<InvoicePaper> {
  const company = await ctx.db.inCompany(scope, (tx) => findCompany(tx, scope.companyId));
  if (!company) throw notFound();
  const { invoicePrefix, requisites } = ctx.config.operator;
  const { terms } = invoice;
  return {
    number: invoiceNumber(invoicePrefix, invoice.serial),
    issuedOn: invoice.issuedOn,
    dueOn: invoice.dueOn,
    cancelledOn: invoice.cancelledAt && moscowDay(invoice.cancelledAt),
    seller: requisites,
    buyer: paperParty(company),
    basis: terms && { kind: 'framework', number: String(terms.version), date: terms.acceptedOn },
    sumKopecks: invoice.sum,
    vat: vatIncluded(invoice.sum, invoice.issuedOn),
  };
}
