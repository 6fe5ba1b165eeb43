import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { amountInWords } from '../../../lib/amount-in-words.ts';
import { formatDateLong, formatMoney } from '../../../lib/money-format.ts';
import { INK_SECOND, renderPdf } from '../../../lib/pdf/pdf.ts';
import { invoiceLines, invoiceSigners } from '../documents/pdf/upd-parts.ts';
import { invoiceTable } from '../documents/pdf/upd-pdf.ts';
import { PREPAYMENT } from './advance-invoice-xml.ts';
import type { AdvanceInvoice } from '../advances/advances.ts';

const NOTHING = '—';

/** An invoice for an advance in its statutory form (decree 1137): no quantity, price or sum without tax. */
export async function advanceInvoicePdf(invoice: AdvanceInvoice): Promise<Buffer> {
  const { number, dateIso, seller, buyer, payments } = invoice;
  const title = `Счёт-фактура на аванс № ${number} от ${formatDateLong(dateIso)}`;
  return await renderPdf({
    title,
    author: seller.name,
    dateIso,
    landscape: true,
    content: [
      {
        margin: [0, 0, 0, 6],
        stack: [
          invoiceLines({
            number,
            dateIso,
            seller,
            buyer,
            payments,
            shipper: null,
            consignee: null,
            shipment: null,
            advanceInvoices: [],
          }),
        ],
      },
      table(invoice),
      foot(invoice),
    ],
  });
}

function table({ gross, vat, ratePercent }: AdvanceInvoice): Content {
  const rate = `${ratePercent}/${100 + ratePercent}`;
  const row = ['1', PREPAYMENT, ...Array.from({ length: 6 }, () => NOTHING)];
  const last = Array.from({ length: 3 }, () => NOTHING);
  const figures = [formatMoney(vat), formatMoney(gross)] as const;
  return invoiceTable([[...row, 'без акциза', rate, ...figures, ...last]], {
    net: NOTHING,
    vat: figures[0],
    gross: figures[1],
  });
}

function foot({ seller, gross, vat, ratePercent }: AdvanceInvoice): Content {
  const rest: TableCell = {
    text:
      'Аванс получен в счёт предстоящих поставок топлива и услуг. ' +
      'Налог к вычету — по этому счёту-фактуре; при отгрузке его часть восстанавливается.',
    fontSize: 6.5,
    color: INK_SECOND,
    margin: [0, 2, 0, 4],
  };
  return {
    unbreakable: true,
    fontSize: 7.5,
    margin: [0, 6, 0, 0],
    stack: [
      {
        text: [
          { text: 'Всего с НДС: ', bold: true },
          `${amountInWords(gross)}, в том числе НДС ${ratePercent}/${100 + ratePercent} — ${formatMoney(vat)}\u00a0₽`,
        ],
      },
      rest,
      invoiceSigners(seller),
    ],
  };
}
