import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { formatDateLong, formatDateShort, formatMoney } from '../../../../lib/money-format.ts';
import type { PdfParty } from '../../../../lib/pdf/pdf-blocks.ts';
import { caption, noLines } from '../../../../lib/pdf/pdf-lines.ts';
import { INK } from '../../../../lib/pdf/pdf.ts';
import type { UpdDocument } from '../upd-document.ts';

/** Fills the fields of the form that have no value. */
const NOTHING = '—';
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
  const { number, dateIso, seller, buyer } = upd;
  const day = formatDateLong(dateIso);
  const body = [
    ['Продавец', seller.name, '2'],
    ['Адрес', seller.address || NOTHING, '2а'],
    ['ИНН/КПП продавца', innKpp(seller), '2б'],
    ['Грузоотправитель и его адрес', 'он же', '3'],
    ['Грузополучатель и его адрес', nameAndAddress(buyer), '4'],
    ['К платежно-расчетному документу', payments(upd), '5'],
    ['Документ об отгрузке: наименование, №', formatShipment(upd), '5а'],
    ['Покупатель', buyer.name, '6'],
    ['Адрес', buyer.address || NOTHING, '6а'],
    ['ИНН/КПП покупателя', innKpp(buyer), '6б'],
    ['Валюта: наименование, код', 'Российский рубль, 643', '7'],
    ['Идентификатор государственного контракта, договора (соглашения) (при наличии)', NOTHING, '8'],
  ].map(([label = '', value = '', line = '']): TableCell[] => [
    { text: label },
    { text: value },
    { text: `(${line})`, alignment: 'right' },
  ]);
  return {
    stack: [
      {
        text: 'Приложение № 1 к постановлению Правительства Российской Федерации от 26 декабря 2011 г. № 1137',
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
function payments({ advance }: UpdDocument): string {
  const named = advance.map(
    ({ number, dateIso, sum }) =>
      `№\u00a0${number} от\u00a0${formatDateShort(dateIso)} (${formatMoney(sum)})`,
  );
  return named.join(', ') || NOTHING;
}

function formatShipment({ lines: goods, number, dateIso }: UpdDocument): string {
  const places = goods.length > 1 ? `1–${goods.length}` : '1';
  return `Универсальный передаточный документ, № п/п ${places} № ${number} от ${formatDateShort(dateIso)}`;
}
