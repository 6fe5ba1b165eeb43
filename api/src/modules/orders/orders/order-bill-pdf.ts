import type { Requisites } from '#contract/requisites.ts';
import { formatDateLong, formatDateShort } from '../../../lib/money-format.ts';
import type { PaperParty } from '../../../lib/paper-blocks.ts';
import type { Vat } from '../../../lib/vat.ts';
import { type PaperBasis, paperToPayPdf, taxPhrase } from '../../money/invoices/invoice-pdf.ts';

/** The bill of a card request: cards by network. Days are `YYYY-MM-DD`. */
export interface OrderBillPaper {
  /** Number of the card request, without a prefix of invoices: a payment of it must not look like a top-up. */
  number: string;
  issuedOn: string;
  dueOn: string;
  seller: Requisites;
  buyer: PaperParty;
  basis: PaperBasis | null;
  lines: readonly { network: string; quantity: number; priceKopecks: number }[];
  /** The tax inside the total; null prints «Без НДС». */
  vat: Vat | null;
}

/** The bill of a card request on one A4 page (spec §2.47, §7.20). Cards that cost nothing give a bill with nothing to pay. */
export async function orderBillPdf(bill: OrderBillPaper): Promise<Buffer> {
  const lines = bill.lines.map(({ network, quantity, priceKopecks }) => ({
    title: `Выпуск топливной карты ${network}`,
    quantity,
    unit: 'шт.',
    priceKopecks,
    sumKopecks: quantity * priceKopecks,
  }));
  const sumKopecks = lines.reduce((sum, line) => sum + line.sumKopecks, 0);
  return await paperToPayPdf({
    ...bill,
    title: `Счёт на выпуск карт по заявке № ${bill.number} от ${formatDateLong(bill.issuedOn)}`,
    notice: billNotice(bill, sumKopecks),
    lines,
    sumKopecks,
    purpose: sumKopecks === 0 ? null : billPurpose(bill),
  });
}

/** The purpose of the payment; it names the request and no invoice, so that it is not taken for a top-up. */
export function billPurpose({ number, issuedOn, vat }: OrderBillPaper): string {
  return `Оплата выпуска топливных карт по заявке № ${number} от ${formatDateShort(issuedOn)}${taxPhrase(vat)}`;
}

function billNotice(bill: OrderBillPaper, sumKopecks: number): string {
  if (sumKopecks === 0) return 'Выпуск карт по этой заявке бесплатный, оплачивать счёт не нужно.';
  return (
    `Счёт действителен до ${formatDateShort(bill.dueOn)}. Карты выпускаются после оплаты ` +
    'и приходят с нулевым балансом: чтобы заправляться, пополните счёт компании в личном кабинете.'
  );
}
