import { UPD_IS_RECEIVED } from '#contract/identity/what-a-code-confirms.ts';
import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { amountInWords } from '../../../../lib/amount-in-words.ts';
import { formatDateLong, formatMoney } from '../../../../lib/money-format.ts';
import { caption, HAIRLINE, hairlines } from '../../../../lib/pdf/pdf-lines.ts';
import { INK, INK_SECOND, renderPdf } from '../../../../lib/pdf/pdf.ts';
import { lateRows } from '../closing/late-rows.ts';
import type { CountedSales } from '../closing/sale-totals.ts';
import { updFoot } from './upd-foot.ts';
import { updHead } from './upd-head.ts';
import { decimalPrice, type UpdLine, type UpdDocument } from '../upd-document.ts';
import type { ClosingHead } from '../closing-head.ts';

/** Columns 1 to 11 of the form: number, title, points. */
const COLUMNS: readonly { place: string; title: string; width: number | '*'; figures?: true }[] = [
  { place: '1', title: '№ п/п', width: 18 },
  {
    place: '1а',
    title: 'Наименование товара (описание выполненных работ, оказанных услуг), имущественного права',
    width: '*',
  },
  { place: '1б', title: 'Код вида товара', width: 28 },
  { place: '2', title: 'Ед. изм.: код', width: 22 },
  { place: '2а', title: 'условное обозначение', width: 42 },
  { place: '3', title: 'Количество (объем)', width: 46, figures: true },
  { place: '4', title: 'Цена (тариф) за единицу измерения', width: 54, figures: true },
  { place: '5', title: 'Стоимость без налога – всего', width: 62, figures: true },
  { place: '6', title: 'В том числе сумма акциза', width: 40 },
  { place: '7', title: 'Налоговая ставка', width: 34, figures: true },
  { place: '8', title: 'Сумма налога, предъявляемая покупателю', width: 58, figures: true },
  { place: '9', title: 'Стоимость с налогом – всего', width: 64, figures: true },
  { place: '10', title: 'Страна: код', width: 24 },
  { place: '10а', title: 'краткое наименование', width: 44 },
  { place: '11', title: 'Рег. номер декларации на товары', width: 44 },
];

/** Remarks that the PDF has besides the form. */
export interface UpdRemarks extends Pick<CountedSales, 'late'> {
  /** When and how the client may object. */
  objections: ClosingHead['objections'];
}

/**
 * Makes a universal transfer document in its statutory form (letter ММВ-20-3/96@, form of the invoice by decree 1137).
 */
export async function updPdf(upd: UpdDocument, remarks: UpdRemarks): Promise<Buffer> {
  const title = `УПД № ${upd.number} от ${formatDateLong(upd.dateIso)}`;
  return await renderPdf({
    title,
    author: upd.seller.name,
    dateIso: upd.dateIso,
    landscape: true,
    content: [updHead(upd), table(upd), updFoot(upd, [totalInWords(upd), formatRemarks(upd, remarks)])],
  });
}

function table({ lines, total }: UpdDocument): Content {
  const [net, vat, gross] = [total.net, total.vat, total.gross].map(formatMoney) as [string, string, string];
  return invoiceTable(lines.map(makeRow), { net, vat, gross });
}

/** Table of an invoice: rows of the texts of columns 1 to 11, and their total. */
export function invoiceTable(
  lines: readonly (readonly string[])[],
  total: { net: string; vat: string; gross: string },
): Content {
  const sum: TableCell[] = [
    { text: 'Всего к оплате (9)', colSpan: 7, bold: true },
    ...Array.from({ length: 6 }, (): TableCell => ({})),
    figure(total.net),
    { text: 'Х', colSpan: 2, alignment: 'center' },
    {},
    figure(total.vat),
    figure(total.gross),
    { text: '', colSpan: 3 },
    {},
    {},
  ];
  return {
    fontSize: 7,
    table: {
      headerRows: 2,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths: COLUMNS.map(({ width }) => width),
      body: [
        COLUMNS.map(({ title }) => ({ text: title, ...caption, fontSize: 6, alignment: 'center' })),
        COLUMNS.map(({ place }) => ({ text: place, ...caption, fontSize: 6.5, alignment: 'center' })),
        ...lines.map(makeCells),
        sum,
      ],
    },
    layout: {
      ...hairlines,
      hLineWidth: () => HAIRLINE,
      hLineColor: () => INK,
      vLineColor: () => INK,
      paddingLeft: () => 2.5,
      paddingRight: () => 2.5,
      paddingTop: () => 1.5,
      paddingBottom: () => 1.5,
    },
  };
}

function makeRow(line: UpdLine, index: number): string[] {
  return [
    String(index + 1),
    line.isRefund ? `Возврат: ${line.title}` : line.title,
    '—',
    line.unit.code,
    line.unit.title,
    formatMoney(line.quantity),
    line.price === null ? '—' : decimalPrice(line.price).replace('.', ','),
    formatMoney(line.net),
    'без акциза',
    line.ratePercent === null ? 'без НДС' : `${line.ratePercent}\u00a0%`,
    line.ratePercent === null ? 'без НДС' : formatMoney(line.vat),
    formatMoney(line.gross),
    '—',
    '—',
    '—',
  ];
}

function makeCells(cells: readonly string[]): TableCell[] {
  return cells.map((text, place) => (COLUMNS[place]?.figures ? figure(text) : { text }));
}

function figure(text: string): TableCell {
  return { text, alignment: 'right', fontFeatures: ['tnum'], noWrap: true };
}

function totalInWords({ total }: UpdDocument): Content {
  const sum =
    total.gross < 0 ? `${formatMoney(total.gross)} ₽ — к возврату покупателю` : amountInWords(total.gross);
  return { text: [{ text: 'Всего с НДС: ', bold: true }, sum] };
}

/**
 * Returns the remarks that the law does not require: how the document is signed, what belongs to earlier months, how to
 * object.
 */
function formatRemarks({ status }: UpdDocument, { late, objections }: UpdRemarks): Content {
  const input = [
    ...lateRows(late).map(({ role, text }) => `${role} ${text}.`),
    `Возражения. ${objections}`,
    UPD_IS_RECEIVED,
  ];
  return { text: input.join(' '), fontSize: 6.5, color: INK_SECOND, margin: [0, status === 1 ? 2 : 4, 0, 4] };
}
