import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, notFound } from '../../../errors.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { vatIncluded } from '../../../lib/vat.ts';
import { findCompany } from '../../companies/companies/find-company.ts';
import { paperParty } from '../../companies/companies/paper-party.ts';
import { orderBillPdf } from './order-bill-pdf.ts';
import { hasPapers } from './policy.ts';
import { readOrder } from './read-order.ts';

/** The bill of a card request as a PDF (spec §2.47, §7.20); another company's is 404, a rejected one has none: 409. */
export async function makeBill(
  ctx: Context,
  scope: CompanyScope,
  orderId: number,
): Promise<{ name: string; file: Buffer }> {
  const order = await readOrder(ctx, scope, orderId);
  if (!hasPapers(order.statusId)) throw conflict('Заявка отклонена: платить по ней не нужно');
  const company = await ctx.db.inCompany(scope, (tx) => findCompany(tx, scope.companyId));
  if (!company) throw notFound();
  const { requisites, invoiceDueDays } = ctx.config.operator;
  const issuedOn = moscowDay(order.createdAt);
  const lines = order.items.map((item) => ({
    network: item.partnerTitle,
    quantity: item.count,
    priceKopecks: item.cardPrice,
  }));
  const sumKopecks = lines.reduce((sum, line) => sum + line.quantity * line.priceKopecks, 0);
  const file = await orderBillPdf({
    number: String(order.id),
    issuedOn,
    dueOn: moscowDay(order.createdAt, invoiceDueDays),
    seller: requisites,
    buyer: paperParty(company),
    basis: company.termsAcceptedAt
      ? { kind: 'framework', number: null, date: moscowDay(company.termsAcceptedAt) }
      : null,
    lines,
    vat: vatIncluded(sumKopecks, issuedOn),
  });
  return { name: `Счёт по заявке ${order.id}.pdf`, file };
}
