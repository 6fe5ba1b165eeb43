import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, notFound } from '../../../errors.ts';
import type { FileAnswer } from '../../../http/call.ts';
import { findInvoice } from '../../money/invoices/invoices.ts';
import { readInvoiceDocument } from '../../money/invoices/print-invoice.ts';
import { checkStateXml } from '../state-forms/check-state-xml.ts';
import { getStateForm } from '../state-forms/state-form.ts';
import { invoiceContractXml } from './invoice-contract-xml.ts';
import { invoiceXml } from './invoice-xml.ts';

/**
 * An invoice as `ON_CHETOP`, of the same figures as its PDF. Refuses: 404 another company's invoice; 409 it is cancelled, or
 * the check has something against it.
 */
export async function downloadInvoiceXml(ctx: Context, scope: CompanyScope, id: number): Promise<FileAnswer> {
  const invoice = await ctx.db.inCompany(scope, (tx) => findInvoice(tx, { companyId: scope.companyId, id }));
  if (!invoice) throw notFound('Счёт не найден');
  if (invoice.cancelledAt) throw conflict('Счёт отменён, не оплачивайте его');
  const invoiceDocument = await readInvoiceDocument(ctx, scope, invoice);
  const { name, bytes } = invoiceXml(invoiceDocument, ctx.config.operator.email);
  const { issuedOn } = invoiceDocument;
  const [form, contract] = [getStateForm('invoice', issuedOn), getStateForm('invoiceContract', issuedOn)];
  const problems = [
    ...(await checkStateXml(ctx.config, form, bytes)),
    ...(await checkStateXml(ctx.config, contract, invoiceContractXml(invoiceDocument))),
  ];
  if (problems.length > 0) {
    ctx.log.error({ invoiceId: id, problems }, 'an invoice does not pass the check of its form');
    throw conflict('Счёт не прошёл проверку по форме. Скачайте его в PDF');
  }
  return { file: bytes, name, mime: 'application/xml; charset=windows-1251' };
}
