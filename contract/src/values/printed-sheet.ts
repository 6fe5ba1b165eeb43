/** How every sheet prints and filters, in workbooks of the server and in those that a screen saves itself. */

export interface PrintedSheet {
  /** Title of its tab: «Операции». */
  title: string;
  columns: number;
  /** The row of the columns' titles, from 1; it stays in sight and is repeated on each page. */
  titleRow?: number;
  /** The last row that the filter of the columns takes in, without totals. */
  lastRow: number;
}

const MAX_TITLE_LENGTH = 31;

/** A title that a tab may have: Excel refuses longer ones and some signs. */
function tabTitle(title: string): string {
  const allowed = title.replaceAll(/[[\]/\\:*?']+/g, ' ').replaceAll(/\s+/g, ' ');
  return allowed.slice(0, MAX_TITLE_LENGTH).trim() || 'Лист';
}

/** The first elements of a sheet: it is as wide as its page and as long as its rows (ECMA-376, part 1, 18.3.1.65). */
export const FIT_TO_WIDTH = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';

/** The last ones: A4, landscape. */
export const LANDSCAPE_PAGE =
  '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/>' +
  '<pageSetup paperSize="9" fitToWidth="1" fitToHeight="0" orientation="landscape"/>';

/** The filter of the titles. It stands right behind the rows. */
export function autoFilter(sheet: PrintedSheet): string {
  return `<autoFilter ref="${filterRange(sheet, '')}"/>`;
}

/** The names by which Excel finds the repeated row and the filter again. */
export function definedNames(sheet: PrintedSheet): string {
  const { titleRow = 1 } = sheet;
  const tab = `'${escapeXml(tabTitle(sheet.title))}'`;
  return (
    '<definedNames>' +
    `<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">${tab}!${filterRange(sheet, '$')}</definedName>` +
    `<definedName name="_xlnm.Print_Titles" localSheetId="0">${tab}!$${titleRow}:$${titleRow}</definedName>` +
    '</definedNames>'
  );
}

function filterRange({ columns, titleRow = 1, lastRow }: PrintedSheet, fixed: '' | '$'): string {
  const last = `${fixed}${columnLetters(columns - 1)}${fixed}${Math.max(lastRow, titleRow)}`;
  return `${fixed}A${fixed}${titleRow}:${last}`;
}

/** 0 → `A`, 26 → `AA`. */
export function columnLetters(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : columnLetters(Math.floor(at / 26) - 1) + letter;
}

/** The tab as it stands in XML. */
export function tabElement(title: string): string {
  return `<sheet name="${escapeXml(tabTitle(title))}" sheetId="1" r:id="rId1"/>`;
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The same for the library that makes workbooks in memory: the options of its sheet, and those of the workbook. */
export function printedSheet(sheet: PrintedSheet) {
  const { title, titleRow = 1 } = sheet;
  const rows = (xml: string) =>
    xml
      .replace('<sheetViews>', () => `${FIT_TO_WIDTH}<sheetViews>`)
      .replace('</sheetData>', () => `</sheetData>${autoFilter(sheet)}`)
      .replace(/<pageMargins [^>]*\/><pageSetup [^>]*\/>/, () => LANDSCAPE_PAGE);
  const book = (xml: string) => xml.replace('<definedNames/>', () => definedNames(sheet));
  return {
    options: { sheet: tabTitle(title), stickyRowsCount: titleRow, orientation: 'landscape' as const },
    workbook: {
      features: [
        {
          files: {
            transform: {
              'xl/worksheets/sheet{id}.xml': { transform: rows },
              'xl/workbook.xml': { transform: book },
            },
          },
        },
      ],
    },
  };
}

const MOSCOW_MS = 3 * 3_600_000;

/** Converts a moment to the clock of Moscow on every machine, because a sheet has no time zones. */
export function moscowClock(moment: Date | string): Date {
  return new Date(new Date(moment).getTime() + MOSCOW_MS);
}
