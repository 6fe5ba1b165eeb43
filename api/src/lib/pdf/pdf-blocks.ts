import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { Requisites } from '#contract/values/requisites.ts';
import { caption, HAIRLINE, hairlines, noLines } from './pdf-lines.ts';
import { CONTENT_WIDTH, INK, INK_SECOND, SURFACE } from './pdf.ts';

/** A payer or payee as printed. */
export interface PdfParty {
  name: string;
  inn: string;
  kpp?: string | null;
  ogrn?: string | null;
  address?: string | null;
  phone?: string | null;
}

/**
 * The document's title over a strong rule. `period` is on a line of its own: «за период с 01.10.2026 по 31.10.2026».
 */
export function heading(title: string, width = CONTENT_WIDTH, period?: string): Content {
  return {
    margin: [0, 16, 0, 12],
    stack: [
      { text: title, fontSize: 15, bold: true, characterSpacing: -0.15, headlineLevel: 1, outline: true },
      ...(period === undefined ? [] : [{ text: `за период ${period}`, fontSize: 10.5 }]),
      rule(width, 1.5, INK, 5),
    ],
  };
}

/** The most important information for the reader, in small print. */
export function notice(text: string): Content {
  return { text, fontSize: 8, color: INK_SECOND, margin: [0, 0, 0, 8] };
}

/** The payee's bank details laid out like a payment order; `width` points wide. */
export function bankBox(payee: Requisites, width: number): Content {
  const numberColumn = 142;
  const labelColumn = 38;
  const half = (width - numberColumn - labelColumn) / 2;
  const both: [boolean, boolean, boolean, boolean] = [true, true, true, true];
  const body: TableCell[][] = [
    [
      { text: payee.bank, ...getFontSize(payee.bank, 100), colSpan: 2, border: [true, true, true, false] },
      {},
      { text: 'БИК', border: both },
      { text: payee.bik, fontFeatures: ['tnum'], border: [true, true, true, false] },
    ],
    [
      { text: 'Банк получателя', colSpan: 2, ...caption, border: [true, false, true, true] },
      {},
      { text: 'Сч. №', border: both },
      { text: payee.corrAccount, fontFeatures: ['tnum'], border: [true, false, true, true] },
    ],
    [
      { text: `ИНН ${payee.inn}`, fontFeatures: ['tnum'], border: both },
      { text: payee.kpp === null ? '' : `КПП ${payee.kpp}`, fontFeatures: ['tnum'], border: both },
      { text: 'Сч. №', border: [true, true, true, false] },
      { text: payee.account, bold: true, fontFeatures: ['tnum'], border: [true, true, true, false] },
    ],
    [
      {
        text: payee.name,
        bold: true,
        ...getFontSize(payee.name, 100),
        colSpan: 2,
        border: [true, true, true, false],
      },
      {},
      { text: '', border: [true, false, true, false] },
      { text: '', border: [true, false, true, false] },
    ],
    [
      { text: 'Получатель', colSpan: 2, ...caption, border: [true, false, true, true] },
      {},
      { text: '', border: [true, false, true, true] },
      { text: '', border: [true, false, true, true] },
    ],
  ];
  const padding = 5;
  const inner = 2 * padding + HAIRLINE;
  return {
    table: { widths: [half - inner, half - inner, labelColumn - inner, numberColumn - inner], body },
    layout: { ...hairlines, paddingLeft: () => padding, paddingRight: () => padding },
  };
}

/** Supplier, buyer, basis: the role in one column, the words in the next. */
export function parties(rows: readonly { role: string; text: string; strong?: string }[]): Content {
  return {
    margin: [0, 0, 0, 10],
    table: {
      widths: [70, '*'],
      body: rows.map(({ role, text, strong }) => [
        { text: role, color: INK_SECOND },
        {
          text: [...(strong ? [{ text: strong, bold: true }] : []), { text }],
          ...getFontSize(`${strong ?? ''}${text}`, 260),
        },
      ]),
    },
    layout: { ...noLines, paddingTop: () => 2.5, paddingBottom: () => 2.5 },
  };
}

/** «, ИНН …, КПП …, address, phone»: what follows a party's name. */
export function partyDetails(party: PdfParty): string {
  const details = [
    `ИНН\u00a0${party.inn}`,
    party.kpp && `КПП\u00a0${party.kpp}`,
    party.ogrn && `${party.ogrn.length === 15 ? 'ОГРНИП' : 'ОГРН'}\u00a0${party.ogrn}`,
    party.address && unbroken(party.address),
    party.phone && `тел.:\u00a0${party.phone.replaceAll(' ', '\u00a0')}`,
  ];
  return details
    .filter((detail) => detail)
    .map((detail) => `, ${detail}`)
    .join('');
}

/** Keeps «г. Химки», «д. 15», «офис 12» on one line. */
function unbroken(address: string): string {
  return address.replace(
    /(^|[\s,])(г\.|обл\.|ул\.|пер\.|пл\.|наб\.|ш\.|д\.|стр\.|корп\.|оф\.|кв\.|дом|офис|корпус|строение) /gi,
    '$1$2\u00a0',
  );
}

/** A paragraph of running text. */
export function paragraph(text: string): Content {
  return { text, margin: [0, 0, 0, 6] };
}

/** A section's heading inside a document. */
export function subheading(text: string): Content {
  return { text, bold: true, fontSize: 10.5, margin: [0, 8, 0, 4], headlineLevel: 2, outline: true };
}

/** The framed words of a signature's mark. */
export function markBox(lines: readonly string[]): Content {
  return {
    margin: [0, 0, 0, 10],
    unbreakable: true,
    table: {
      widths: ['*'],
      body: [
        [
          {
            stack: lines.map((text, index): Content =>
              index === 0
                ? { text, bold: true, fontSize: 11, margin: [0, 0, 0, 3] }
                : { text, fontFeatures: ['tnum'] },
            ),
          },
        ],
      ],
    },
    layout: {
      hLineWidth: () => 1.2,
      vLineWidth: () => 1.2,
      hLineColor: () => INK,
      vLineColor: () => INK,
      paddingLeft: () => 10,
      paddingRight: () => 10,
      paddingTop: () => 8,
      paddingBottom: () => 8,
    },
  };
}

/** A text to be copied into a bank's form: ordinary spaces, and nothing else in the box. */
export function copyBox(label: string, text: string): Content {
  return {
    margin: [0, 10, 0, 0],
    stack: [
      { text: label, ...caption, margin: [0, 0, 0, 3] },
      {
        table: { widths: ['*'], body: [[{ text, fillColor: SURFACE }]] },
        layout: {
          ...noLines,
          paddingLeft: () => 8,
          paddingRight: () => 8,
          paddingTop: () => 6,
          paddingBottom: () => 6,
        },
      },
    ],
  };
}

/**
 * Lines to sign on, with the signer's name and space for the seal. `signed` is the last text of the document. It stays
 * on the page of the signatures, because signatures on a page of their own could be put under any document.
 */
export function signatures(
  rows: readonly { title: string; name: string }[],
  signed: readonly Content[] = [],
): Content {
  const lines: Content = {
    margin: [0, 20, 0, 0],
    columns: [
      {
        width: '*',
        stack: rows.map(({ title, name }, index): Content => ({
          margin: [0, index === 0 ? 0 : 12, 0, 0],
          columns: [
            { width: 150, text: title, ...getFontSize(title, 80) },
            {
              width: 150,
              stack: [rule(150, HAIRLINE, INK, 11), { text: 'подпись', ...caption, alignment: 'center' }],
            },
            { width: 16, text: '' },
            { width: '*', text: name },
          ],
        })),
      },
      { width: 40, text: 'М. П.', color: INK_SECOND, alignment: 'right' },
    ],
  };
  return { unbreakable: true, stack: [...signed, lines] };
}

/** Full legal names have up to 250 characters. They are set smaller, so that the document fits on one page. */
function getFontSize(text: string, comfortable: number): { fontSize?: number } {
  return text.length > comfortable ? { fontSize: 7.5 } : {};
}

function rule(width: number, thickness: number, colour: string, above: number): Content {
  return {
    margin: [0, above, 0, 0],
    canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: thickness, lineColor: colour }],
  };
}
