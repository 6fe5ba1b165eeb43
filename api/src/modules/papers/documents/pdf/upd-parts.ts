import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { lawOn } from '#contract/values/law-by-date.ts';
import { formatDateLong, formatDateShort, formatMoney } from '../../../../lib/money-format.ts';
import type { PdfParty } from '../../../../lib/pdf/pdf-blocks.ts';
import { caption, HAIRLINE, noLines } from '../../../../lib/pdf/pdf-lines.ts';
import { INK } from '../../../../lib/pdf/pdf.ts';
import type { Operator } from '../../../../operator.ts';
import { isSoleTrader } from '../../state-forms/state-party.ts';
import type { CoveringPayment } from '../closing/frozen-figures.ts';
import { formatNamedInvoice } from '../upd-document.ts';

/** Fills the fields of the form that have no value. */
const NOTHING = '—';

/** A longer title has no room in the column of titles: its value follows it. */
const LONGEST_TITLE = 60;

const ADVANCE_LINE =
  'К счету-фактуре (счетам-фактурам), выставленному (выставленным) при получении оплаты, частичной оплаты или иных платежей ' +
  'в счет предстоящих поставок товаров (выполнения работ, оказания услуг), передачи имущественных прав';

/** Lines 1 to 8 of an invoice by decree 1137. Null fields have no value, as where nothing was shipped. */
export interface InvoiceHead {
  number: string;
  dateIso: string;
  seller: PdfParty;
  buyer: PdfParty;
  /** Line 5. */
  payments: readonly CoveringPayment[];
  shipper: string | null;
  consignee: PdfParty | null;
  /** Line 5а. */
  shipment: string | null;
  /** Line 5б, which the form has where the law asks for it. */
  advanceInvoices: readonly { number: string; dateIso: string }[];
}

export function invoiceLines(head: InvoiceHead): Content {
  const { number, dateIso, seller, buyer, shipper, consignee, payments, shipment, advanceInvoices } = head;
  const day = formatDateLong(dateIso);
  const body = [
    ['Продавец', seller.name, '2'],
    ['Адрес', seller.address || NOTHING, '2а'],
    ['ИНН/КПП продавца', innKpp(seller), '2б'],
    ['Грузоотправитель и его адрес', shipper ?? NOTHING, '3'],
    ['Грузополучатель и его адрес', consignee ? nameAndAddress(consignee) : NOTHING, '4'],
    ['К платежно-расчетному документу', formatPayments(payments), '5'],
    ['Документ об отгрузке: наименование, №', shipment ?? NOTHING, '5а'],
    ...(lawOn('invoiceNamesAdvances', dateIso)
      ? [[ADVANCE_LINE, advanceInvoices.map(formatNamedInvoice).join('; ') || NOTHING, '5б']]
      : []),
    ['Покупатель', buyer.name, '6'],
    ['Адрес', buyer.address || NOTHING, '6а'],
    ['ИНН/КПП покупателя', innKpp(buyer), '6б'],
    ['Валюта: наименование, код', 'Российский рубль, 643', '7'],
    ['Идентификатор государственного контракта, договора (соглашения) (при наличии)', NOTHING, '8'],
  ].map(([label = '', value = '', line = '']): TableCell[] => [
    ...(label.length > LONGEST_TITLE
      ? [{ text: `${label}: ${value}`, colSpan: 2 }, {}]
      : [{ text: label }, { text: value }]),
    { text: `(${line})`, alignment: 'right' },
  ]);
  return {
    stack: [
      {
        text: lawOn('invoiceForm', dateIso),
        fontSize: 6,
        alignment: 'right',
      },
      numbered(`Счет-фактура № ${number} от ${day}`, '1', true),
      numbered(`Исправление № ${NOTHING} от ${NOTHING}`, '1а', false),
      {
        fontSize: 7.5,
        margin: [0, 3, 0, 0],
        table: { widths: [176, '*', 22], body },
        layout: { ...noLines, paddingTop: () => 0.6, paddingBottom: () => 0.6 },
      },
    ],
  };
}

function numbered(text: string, line: string, bold: boolean): Content {
  return {
    fontSize: bold ? 10.5 : 8,
    columns: [
      { text, bold, width: '*', ...(bold && { headlineLevel: 2 }) },
      { text: `(${line})`, width: 22, alignment: 'right', fontSize: 7.5 },
    ],
  };
}

export function innKpp({ inn, kpp }: PdfParty): string {
  return [inn, kpp].filter(Boolean).join('/');
}

function nameAndAddress({ name, address }: PdfParty): string {
  return [name, address].filter(Boolean).join(', ');
}

/** «№ 42 от 15.09.2026 (150 000,00), № …»: the part of each payment that went into this document. */
function formatPayments(payments: readonly CoveringPayment[]): string {
  const named = payments.map(
    ({ number, dateIso, sum }) =>
      `№\u00a0${number} от\u00a0${formatDateShort(dateIso)} (${formatMoney(sum)})`,
  );
  return named.join(', ') || NOTHING;
}

/** Returns the persons responsible for an invoice. */
export function invoiceSigners(seller: Operator['requisites']): Content {
  const of = isSoleTrader(seller)
    ? [['Индивидуальный предприниматель или иное уполномоченное лицо', seller.director]]
    : [
        ['Руководитель организации или иное уполномоченное лицо', seller.director],
        ['Главный бухгалтер или иное уполномоченное лицо', seller.accountant],
      ];
  return {
    columnGap: 16,
    margin: [0, 4, 0, 6],
    columns: of.map(([title = '', name = '']) => signLine(title, name)),
  };
}

/** Returns a title, space to sign, the name, and the line's number in the form. */
export function signLine(title: string, name: string, line?: string): Content {
  const spacer = (width: number): Content => ({
    canvas: [{ type: 'line', x1: 0, y1: 10, x2: width, y2: 10, lineWidth: HAIRLINE, lineColor: INK }],
  });
  return {
    margin: [0, 0, 0, 4],
    columnGap: 6,
    columns: [
      { width: '*', text: title },
      { width: 66, stack: [spacer(66), { text: 'подпись', ...caption, fontSize: 6, alignment: 'center' }] },
      { width: 112, stack: [{ text: name || ' ' }, { text: 'ф. и. о.', ...caption, fontSize: 6 }] },
      ...(line === undefined ? [] : [{ width: 18, text: `[${line}]`, alignment: 'right' as const }]),
    ],
  };
}
