import PDFDocument from 'pdfkit';
import { INK, INK_SECOND, LINE, paperFonts, SURFACE } from './pdf.ts';
import type { PaperColumn } from './paper-tables.ts';
import { lettersOf, type Letters, type LetterStyle } from './letters.ts';

/**
 * A landscape paper of any length: heads, then one table. Its rows are drawn as they come, so that a hundred thousand of
 * them take no more memory than a hundred. pdfmake, which lays out everything else, holds a document whole.
 */
export interface LongTable {
  title: string;
  author: string;
  /** Also its creation date: the same paper has the same bytes. `YYYY-MM-DD`. */
  dateIso: string;
  period: string;
  parties: readonly { role: string; text: string; strong?: string }[];
  columns: readonly (PaperColumn & { width: number })[];
  /** All rows from the first one, some at a time. Asked for twice: the pages are counted before they are drawn. */
  rows: () => AsyncIterable<readonly LongRow[]>;
  /** Told after each part: how many pages are drawn, of how many. */
  onPages?: (done: number, all: number) => void;
}

/** A row over the whole width, a row of cells, or a sum; the last sum closes the table. */
export type LongRow = { title: string } | { cells: readonly string[]; isTotal?: boolean; isLast?: boolean };

const PAGE = { width: 841.89, height: 595.28 };
const MARGIN = 42;
const TOP = 34;
const BOTTOM = PAGE.height - 44;
const SIDE_PADDING = 5;
const ROW_PADDING = 3;
const FULL = PAGE.width - 2 * MARGIN;

/** Where things are drawn, or only counted. */
interface Sheet {
  doc: PDFKit.PDFDocument;
  letters: Letters;
  isDrawn: boolean;
  y: number;
  page: number;
  pages: number;
}

export async function renderLongTable(table: LongTable): Promise<Buffer> {
  const doc = openDocument(table);
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => doc.once('end', resolve).once('error', reject));
  const letters = lettersOf(doc);
  const counted: Sheet = { doc, letters, isDrawn: false, y: 0, page: 0, pages: 0 };
  await drawAll(counted, table);
  await drawAll({ ...counted, isDrawn: true, page: 0, pages: counted.page }, table);
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

function openDocument({ title, author, dateIso }: LongTable): PDFKit.PDFDocument {
  const creationDate = new Date(`${dateIso}T12:00:00+03:00`);
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    lang: 'ru-RU',
    displayTitle: true,
    info: { Title: title, Author: author, Creator: author, Producer: author, CreationDate: creationDate },
  });
  for (const [name, font] of Object.entries(paperFonts())) doc.registerFont(name, font);
  return doc;
}

async function drawAll(sheet: Sheet, table: LongTable): Promise<void> {
  openPage(sheet, table);
  drawHead(sheet, table);
  drawHeader(sheet, table);
  for await (const some of table.rows()) {
    for (const row of some) drawRow(sheet, table, row);
    if (sheet.isDrawn) table.onPages?.(sheet.page, sheet.pages);
  }
}

function openPage(sheet: Sheet, { title }: LongTable): void {
  sheet.page += 1;
  sheet.y = TOP;
  if (!sheet.isDrawn) return;
  sheet.doc.addPage();
  const number = `страница ${sheet.page} из ${sheet.pages}`;
  const style = { size: 7.5, color: INK_SECOND };
  write(sheet, title, { x: MARGIN, y: BOTTOM + 14, ...style });
  const width = sheet.letters.width(number, style);
  write(sheet, number, { x: MARGIN + FULL - width, y: BOTTOM + 14, ...style });
}

function drawHead(sheet: Sheet, { title, period, parties }: LongTable): void {
  sheet.y += 16;
  paragraph(sheet, title, { x: MARGIN, width: FULL, size: 15, isBold: true, color: INK });
  paragraph(sheet, `за период ${period}`, { x: MARGIN, width: FULL, size: 10.5, color: INK });
  sheet.y += 5;
  rule(sheet, 1.5, INK);
  sheet.y += 12;
  for (const { role, strong = '', text } of parties) {
    const top = sheet.y + 2.5;
    write(sheet, role, { x: MARGIN, y: top, size: 9, color: INK_SECOND });
    sheet.y = top;
    // The name stands bold on a line of its own where details follow it.
    const x = MARGIN + 75;
    const width = FULL - 75;
    if (strong) paragraph(sheet, strong, { x, width, size: 9, isBold: true, color: INK });
    const rest = text.replace(/^, /, '');
    if (rest) paragraph(sheet, rest, { x, width, size: 9, color: INK });
    sheet.y += 2.5;
  }
  sheet.y += 10;
}

function drawHeader(sheet: Sheet, { columns }: LongTable): void {
  rule(sheet, 0.9, INK);
  const style = { size: 7.5, color: INK_SECOND };
  drawCells(
    sheet,
    columns,
    columns.map(({ title }) => title),
    { ...style, wrapsFigures: true },
  );
  rule(sheet, 0.9, INK);
}

function drawRow(sheet: Sheet, table: LongTable, row: LongRow): void {
  const { columns } = table;
  const style = { size: 8, color: INK, isBold: 'title' in row || Boolean(row.isTotal) };
  const cells = 'title' in row ? [row.title] : row.cells;
  const within = 'title' in row ? [{ title: '', width: FULL }] : columns;
  const height = heightOf(sheet, within, cells, style);
  // A card's title stays with its first row, and a sum is never alone on a page.
  const needed = height + ('title' in row ? 2 * height : 0);
  if (sheet.y + needed > BOTTOM) {
    openPage(sheet, table);
    drawHeader(sheet, table);
  }
  if ('title' in row) fill(sheet, height);
  else if (row.isLast) rule(sheet, 0.9, INK);
  drawCells(sheet, within, cells, style);
  rule(sheet, 'isLast' in row && row.isLast ? 0.9 : 0.5, 'isLast' in row && row.isLast ? INK : LINE);
}

interface TextStyle extends LetterStyle {
  /** Of a header: figures are right-aligned, its words wrap all the same. */
  wrapsFigures?: boolean;
}

type Columns = readonly { width: number; figures?: boolean }[];

function linesOf(sheet: Sheet, column: Columns[number], text: string, style: TextStyle): string[] {
  if (column.figures && !style.wrapsFigures) return [text];
  return sheet.letters.wrap(text, column.width - 2 * SIDE_PADDING, style);
}

function heightOf(sheet: Sheet, columns: Columns, cells: readonly string[], style: TextStyle): number {
  let most = 1;
  for (const [index, column] of columns.entries()) {
    const text = cells[index] ?? '';
    if (text !== '') most = Math.max(most, linesOf(sheet, column, text, style).length);
  }
  return most * sheet.letters.lineHeight(style) + 2 * ROW_PADDING;
}

function drawCells(sheet: Sheet, columns: Columns, cells: readonly string[], style: TextStyle): void {
  const height = heightOf(sheet, columns, cells, style);
  if (sheet.isDrawn) {
    let left = MARGIN;
    for (const [index, column] of columns.entries()) {
      const text = cells[index] ?? '';
      const lines = text === '' ? [] : linesOf(sheet, column, text, style);
      for (const [place, line] of lines.entries()) {
        const y = sheet.y + ROW_PADDING + place * sheet.letters.lineHeight(style);
        const x = column.figures
          ? left + column.width - SIDE_PADDING - sheet.letters.width(line, style)
          : left + SIDE_PADDING;
        write(sheet, line, { x, y, ...style });
      }
      left += column.width;
    }
  }
  sheet.y += height;
}

function paragraph(sheet: Sheet, text: string, style: TextStyle & { x: number; width: number }): void {
  for (const line of sheet.letters.wrap(text, style.width, style)) {
    write(sheet, line, { ...style, y: sheet.y });
    sheet.y += sheet.letters.lineHeight(style);
  }
}

function write(sheet: Sheet, text: string, style: TextStyle & { x: number; y: number }): void {
  if (!sheet.isDrawn) return;
  sheet.letters.write(text, style.x, style.y, style);
}

function rule(sheet: Sheet, width: number, color: string): void {
  if (!sheet.isDrawn) return;
  sheet.doc.lineWidth(width).strokeColor(color);
  sheet.doc
    .moveTo(MARGIN, sheet.y)
    .lineTo(MARGIN + FULL, sheet.y)
    .stroke();
}

function fill(sheet: Sheet, height: number): void {
  if (sheet.isDrawn) sheet.doc.rect(MARGIN, sheet.y, FULL, height).fill(SURFACE);
}
