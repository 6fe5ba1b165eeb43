import { setImmediate } from 'node:timers/promises';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import {
  autoFilter,
  columnLetters,
  definedNames,
  FIT_TO_WIDTH,
  LANDSCAPE_PAGE,
  moscowClock,
  tabElement,
} from '#contract/values/printed-sheet.ts';

/** A text, a moment on the clock of Moscow, or a number of hundredths (kopecks, centilitres) with both decimals. */
export type SheetCell = string | number | Date;

export interface SheetColumn {
  title: string;
  /** Width in characters. */
  width: number;
}

/** Excel's own limit, the header included, is 1 048 576. */
export const MAX_SHEET_ROWS = 1_000_000;
const ROWS_BATCH_SIZE = 500;
/** A higher level costs three times the processor for a tenth of the bytes. */
const LEVEL = 3;

/**
 * Writes a workbook of one sheet, part by part. Memory does not grow with the number of rows. The library for the
 * other workbooks stores all cells and then the whole file.
 */
export async function* writeSheet(
  { title, columns }: { title: string; columns: readonly SheetColumn[] },
  rows: AsyncIterable<readonly SheetCell[][]>,
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    ready.push(part);
  });
  const takeReady = (): Uint8Array[] => ready.splice(0);
  const addPart = (name: string, text: string): void => {
    const file = new ZipDeflate(name, { level: LEVEL });
    zip.add(file);
    file.push(strToU8(HEAD + text), true);
  };
  for (const [name, text] of Object.entries(FRAME)) addPart(name, text);
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: LEVEL });
  zip.add(sheet);
  sheet.push(strToU8(HEAD + formatSheetStart(columns)));
  let number = 1;
  for await (const some of rows) {
    for (let at = 0; at < some.length; at += ROWS_BATCH_SIZE) {
      const xml = some.slice(at, at + ROWS_BATCH_SIZE).map((row) => formatRow(row, (number += 1)));
      sheet.push(strToU8(xml.join('')));
      yield* takeReady();
      // Others are served meanwhile.
      await setImmediate();
    }
  }
  const printed = { title, columns: columns.length, lastRow: number };
  sheet.push(strToU8(`</sheetData>${autoFilter(printed)}${LANDSCAPE_PAGE}</worksheet>`), true);
  // It names the rows of the filter, whose number is known only now.
  addPart('xl/workbook.xml', formatWorkbookXml(tabElement(title), definedNames(printed)));
  zip.end();
  yield* takeReady();
  ready = [];
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const PLAIN = 0;
const MONEY = 1;
const BOLD = 2;
const MOMENT = 3;
/** The first number that a format of one's own may have. */
const MOMENT_FORMAT = 164;

/** Parts of the file that do not depend on the rows (ECMA-376, part 1, 12.2). */
const FRAME: Record<string, string> = {
  '[Content_Types].xml':
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels':
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" ` +
    'Target="xl/workbook.xml"/></Relationships>',
  'xl/_rels/workbook.xml.rels':
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" ` +
    `Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  // Number format 4 is `#,##0.00`.
  'xl/styles.xml':
    `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="${MOMENT_FORMAT}" formatCode="dd.mm.yyyy hh:mm"/></numFmts>` +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4">' +
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
    '<xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
    `<xf numFmtId="${MOMENT_FORMAT}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

function formatWorkbookXml(tab: string, names: string): string {
  return `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${tab}</sheets>${names}</workbook>`;
}

function formatSheetStart(columns: readonly SheetColumn[]): string {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const titles = columns.map(({ title }, at) =>
    textCell(title, { name: `${columnLetters(at)}1`, style: BOLD }),
  );
  return (
    `<worksheet xmlns="${MAIN}">${FIT_TO_WIDTH}<sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`
  );
}

function formatRow(cells: readonly SheetCell[], number: number): string {
  const written = cells.map((cell, at) => {
    const name = `${columnLetters(at)}${number}`;
    if (cell instanceof Date) return `<c r="${name}" s="${MOMENT}"><v>${dayNumber(cell)}</v></c>`;
    if (typeof cell === 'number') return `<c r="${name}" s="${MONEY}"><v>${(cell / 100).toFixed(2)}</v></c>`;
    return cell === '' ? '' : textCell(cell, { name, style: PLAIN });
  });
  return `<row r="${number}">${written.join('')}</row>`;
}

const MAX_CELL_LENGTH = 32_000;
/** Characters that XML forbids, and text that a reader of workbooks takes for a character code. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

function textCell(text: string, { name, style }: { name: string; style: number }): string {
  const escaped = text
    .slice(0, MAX_CELL_LENGTH)
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replaceAll(/[&<>\r]/g, (sign) => ESCAPED[sign] ?? sign);
  return `<c r="${name}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped}</t></is></c>`;
}

/** Day 0 of sheets, in days before 1970. */
const DAY_0 = 25_569;
const DAY_MS = 86_400_000;

/** A moment as a sheet counts it: days on the clock of Moscow. */
function dayNumber(moment: Date): number {
  return moscowClock(moment).getTime() / DAY_MS + DAY_0;
}
