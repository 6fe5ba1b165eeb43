import type { Requisites } from '#contract/values/requisites.ts';
import { formatDateLong, formatDateShort, moscowDay } from '../../../lib/money-format.ts';
import type { PdfParty } from '../../../lib/pdf/pdf-blocks.ts';
import { type Vat, vatIncluded } from '../../../lib/vat.ts';
import { type PaymentBasis, payableDocumentPdf, taxPhrase } from '../../money/invoices/invoice-pdf.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, notFound } from '../../../errors.ts';
import { findCompany, toDocumentParty } from '../../companies/companies/companies.ts';
import { hasDocuments } from './policy.ts';
import { readOrder } from './read-order.ts';

/** The bill of a card request: cards by network. Days are `YYYY-MM-DD`. */
export interface OrderBillDocument {
  /** Number of the card request, without an invoice prefix, so that its payment does not look like a top-up. */
  number: string;
  issuedOn: string;
  dueOn: string;
  seller: Requisites;
  buyer: PdfParty;
  basis: PaymentBasis | null;
  lines: readonly { network: string; quantity: number; priceKopecks: number }[];
  /** Left out where the delivery is free. */
  deliveryKopecks?: number;
  /** The tax inside the total; null prints «Без НДС». */
  vat: Vat | null;
}

/** The bill of a card request on one A4 page (spec §2.47, §7.20). Cards that cost nothing give a bill with nothing to pay. */
export async function orderBillPdf(bill: OrderBillDocument): Promise<Buffer> {
  const lines = bill.lines.map(({ network, quantity, priceKopecks }) => ({
    title: `Выпуск топливной карты ${network}`,
    quantity,
    unit: 'шт.',
    priceKopecks,
    sumKopecks: quantity * priceKopecks,
  }));
  const { deliveryKopecks = 0 } = bill;
  if (deliveryKopecks > 0)
    lines.push({
      title: 'Доставка топливных карт',
      quantity: 1,
      unit: 'усл. ед.',
      priceKopecks: deliveryKopecks,
      sumKopecks: deliveryKopecks,
    });
  const sumKopecks = lines.reduce((sum, line) => sum + line.sumKopecks, 0);
  return await payableDocumentPdf({
    ...bill,
    title: `Счёт на выпуск карт по заявке № ${bill.number} от ${formatDateLong(bill.issuedOn)}`,
    notice: billNotice(bill, sumKopecks),
    lines,
    sumKopecks,
    purpose: sumKopecks === 0 ? null : billPurpose(bill),
  });
}

/** The purpose of the payment; it names the request and no invoice, so that it is not taken for a top-up. */
export function billPurpose({ number, issuedOn, vat }: OrderBillDocument): string {
  return `Оплата выпуска топливных карт по заявке № ${number} от ${formatDateShort(issuedOn)}${taxPhrase(vat)}`;
}

function billNotice(bill: OrderBillDocument, sumKopecks: number): string {
  if (sumKopecks === 0) return 'Выпуск карт по этой заявке бесплатный, оплачивать счёт не нужно.';
  return (
    `Счёт действителен до ${formatDateShort(bill.dueOn)}. Карты выпускаются после оплаты, их цена списывается при выпуске. ` +
    'Карты приходят с нулевым балансом: чтобы заправляться, пополните счёт компании в личном кабинете.'
  );
}

/** The bill of a card request as a PDF (spec §2.47, §7.20); another company's is 404, a rejected one has none: 409. */
export async function makeBill(
  ctx: Context,
  scope: CompanyScope,
  orderId: number,
): Promise<{ name: string; file: Buffer }> {
  const order = await readOrder(ctx, scope, orderId);
  if (!hasDocuments(order.statusId)) throw conflict('Заявка отклонена: платить по ней не нужно');
  const company = await ctx.db.inCompany(scope, (tx) => findCompany(tx, scope.companyId));
  if (!company) throw notFound();
  const issuedOn = moscowDay(order.createdAt);
  const { requisites, invoiceDueDays } = ctx.programme.on(issuedOn);
  const lines = order.items.map((item) => ({
    network: item.partnerTitle,
    quantity: item.count,
    priceKopecks: item.cardPrice,
  }));
  const sumKopecks = lines.reduce(
    (sum, line) => sum + line.quantity * line.priceKopecks,
    order.deliveryPrice as number,
  );
  const file = await orderBillPdf({
    number: String(order.id),
    issuedOn,
    dueOn: moscowDay(order.createdAt, invoiceDueDays),
    seller: requisites,
    buyer: toDocumentParty(company),
    basis: company.termsAcceptedAt
      ? { kind: 'framework', number: null, date: moscowDay(company.termsAcceptedAt) }
      : null,
    lines,
    deliveryKopecks: order.deliveryPrice,
    vat: vatIncluded(sumKopecks, issuedOn),
  });
  return { name: `Счёт по заявке ${order.id}.pdf`, file };
}
