import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { formatDateShort } from '../../../../lib/money-format.ts';
import { caption, noLines } from '../../../../lib/pdf/pdf-lines.ts';
import { INK } from '../../../../lib/pdf/pdf.ts';
import type { UpdDocument } from '../upd-document.ts';
import { invoiceLines } from './upd-parts.ts';

const STATUS_WIDTH = 104;

/** Lines 1 to 8 of the form, the box of the status beside them. */
export function updHead(upd: UpdDocument): Content {
  return {
    margin: [0, 0, 0, 6],
    table: { widths: [STATUS_WIDTH, '*'], body: [[statusBox(upd), lines(upd)]] },
    layout: {
      ...noLines,
      vLineWidth: (column) => (column === 1 ? 1.2 : 0),
      vLineColor: () => INK,
      paddingLeft: (column) => (column === 1 ? 8 : 0),
      paddingRight: (column) => (column === 0 ? 8 : 0),
    },
  };
}

function statusBox({ status }: UpdDocument): TableCell {
  return {
    stack: [
      {
        text: 'Универсальный передаточный документ',
        bold: true,
        fontSize: 10,
        margin: [0, 0, 0, 8],
        headlineLevel: 1,
      },
      {
        columns: [
          { text: 'Статус:', width: 40, margin: [0, 3, 0, 0] },
          {
            width: 24,
            table: { widths: [12], body: [[{ text: String(status), alignment: 'center', bold: true }]] },
          },
        ],
        margin: [0, 0, 0, 6],
      },
      {
        text: '1 – счет-фактура и передаточный документ (акт)\n2 – передаточный документ (акт)',
        ...caption,
      },
    ],
  };
}

function lines(upd: UpdDocument): TableCell {
  const { number, dateIso, seller, buyer, advance, advanceInvoices } = upd;
  const shipment = formatShipment(upd);
  const shipped = { shipper: 'он же', consignee: buyer, shipment };
  return invoiceLines({
    number,
    dateIso,
    seller,
    buyer,
    payments: advance,
    advanceInvoices,
    ...shipped,
  }) as TableCell;
}

function formatShipment({ lines: goods, number, dateIso }: UpdDocument): string {
  const places = goods.length > 1 ? `1–${goods.length}` : '1';
  return `Универсальный передаточный документ, № п/п ${places} № ${number} от ${formatDateShort(dateIso)}`;
}
