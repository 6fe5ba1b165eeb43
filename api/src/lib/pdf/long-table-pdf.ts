import PDFDocument from 'pdfkit';
import { INK, INK_SECOND, LINE, readPdfFonts, SURFACE } from './pdf.ts';
import type { PdfTableColumn } from './pdf-tables.ts';
import { tableCell } from './tag-pdf.ts';
import { createTextLayout, type TextLayout, type FontStyle } from './text-layout.ts';

/**
 * A landscape document of any length: headings, then one table. Rows are drawn as they arrive, so a hundred thousand
 * take no more memory than a hundred. pdfmake, which lays out all other documents, builds the whole document in memory.
 */
export interface LongTable {
  title: string;
  author: string;
  /** Also the creation date, so the same document has the same bytes. `YYYY-MM-DD`. */
  dateIso: string;
  period: string;
  parties: readonly { role: string; text: string; strong?: string }[];
  columns: readonly (PdfTableColumn & { width: number })[];
  /** All rows from the first one, some at a time. Asked for twice: the pages are counted before they are drawn. */
  rows: () => AsyncIterable<readonly LongRow[]>;
  /** Called after each part with the number of pages drawn and the total. */
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

/** Output where things are drawn, or only counted. */
interface Sheet {
  doc: PDFKit.PDFDocument;
  letters: TextLayout;
  isDrawn: boolean;
  y: number;
  page: number;
  pages: number;
  /** Null when the document is only counted, or is too long to be tagged. */
  tags: Tags | null;
}

interface Tags {
  root: PDFKit.PDFStructureElement;
  table: PDFKit.PDFStructureElement;
}

/** Tags take more memory and space than the content they describe. A document with more pages has only bookmarks. */
const MAX_TAGGED_PAGES = 100;

export async function renderLongTable(table: LongTable): Promise<Buffer> {
  const doc = openDocument(table);
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => doc.once('end', resolve).once('error', reject));
  const layout = createTextLayout(doc);
  const counted: Sheet = { doc, letters: layout, isDrawn: false, y: 0, page: 0, pages: 0, tags: null };
  await drawAll(counted, table);
  const tags = counted.page <= MAX_TAGGED_PAGES ? openTags(doc) : null;
  await drawAll({ ...counted, isDrawn: true, page: 0, pages: counted.page, tags }, table);
  tags?.root.end();
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
    pdfVersion: '1.7',
    info: { Title: title, Author: author, Creator: author, Producer: author, CreationDate: creationDate },
  });
  for (const [name, font] of Object.entries(readPdfFonts())) doc.registerFont(name, font);
  return doc;
}

function openTags(doc: PDFKit.PDFDocument): Tags {
  doc.initMarkings({ tagged: true });
  const root = doc.struct('Document');
  doc.addStructure(root);
  return { root, table: doc.struct('Table') };
}

/** Draws what belongs to an element; without one it is an ornament, or is repeated on every page. */
function mark({ doc, tags }: Sheet, element: PDFKit.PDFStructureElement | null, draw: () => void): void {
  if (!tags) return draw();
  if (element) element.add(doc.markStructureContent('Span'));
  else doc.markContent('Artifact');
  draw();
  doc.endMarkedContent();
}

/** Draws a text of the head as an element of its own. */
function drawTagged(sheet: Sheet, tag: 'H1' | 'P', draw: () => void): void {
  if (!sheet.tags) return draw();
  const element = sheet.doc.struct(tag);
  sheet.tags.root.add(element);
  mark(sheet, element, draw);
  element.end();
}

async function drawAll(sheet: Sheet, table: LongTable): Promise<void> {
  openPage(sheet, table);
  drawHead(sheet, table);
  sheet.tags?.root.add(sheet.tags.table);
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
  const width = sheet.letters.width(number, style);
  mark(sheet, null, () => {
    write(sheet, title, { x: MARGIN, y: BOTTOM + 14, ...style });
    write(sheet, number, { x: MARGIN + FULL - width, y: BOTTOM + 14, ...style });
  });
}

function drawHead(sheet: Sheet, { title, period, parties }: LongTable): void {
  sheet.y += 16;
  const strong = { x: MARGIN, width: FULL, size: 15, isBold: true, color: INK };
  drawTagged(sheet, 'H1', () => paragraph(sheet, title, strong));
  const plain = { x: MARGIN, width: FULL, size: 10.5, color: INK };
  drawTagged(sheet, 'P', () => paragraph(sheet, `за период ${period}`, plain));
  sheet.y += 5;
  rule(sheet, 1.5, INK);
  sheet.y += 12;
  for (const party of parties) drawTagged(sheet, 'P', () => drawParty(sheet, party));
  sheet.y += 10;
}

function drawParty(sheet: Sheet, { role, strong = '', text }: LongTable['parties'][number]): void {
  const top = sheet.y + 2.5;
  write(sheet, role, { x: MARGIN, y: top, size: 9, color: INK_SECOND });
  sheet.y = top;
  // Where details follow the name, the name stands bold on a line of its own.
  const x = MARGIN + 75;
  const width = FULL - 75;
  if (strong) paragraph(sheet, strong, { x, width, size: 9, isBold: true, color: INK });
  const rest = text.replace(/^, /, '');
  if (rest) paragraph(sheet, rest, { x, width, size: 9, color: INK });
  sheet.y += 2.5;
}

function drawHeader(sheet: Sheet, { columns }: LongTable): void {
  rule(sheet, 0.9, INK);
  const style = { size: 7.5, color: INK_SECOND };
  drawCells(
    sheet,
    columns,
    columns.map(({ title }) => title),
    // A header is read once, though it stands on every page.
    { ...style, wrapsFigures: true, of: sheet.page === 1 ? 'header' : 'ornament' },
  );
  rule(sheet, 0.9, INK);
}

function drawRow(sheet: Sheet, table: LongTable, row: LongRow): void {
  const { columns } = table;
  const style = { size: 8, color: INK, isBold: 'title' in row || Boolean(row.isTotal) };
  const cells = 'title' in row ? [row.title] : row.cells;
  const within = 'title' in row ? [{ title: '', width: FULL }] : columns;
  const height = measureHeight(sheet, within, cells, style);
  // A card's title stays with its first row, and a sum is never alone on a page.
  const needed = height + ('title' in row ? 2 * height : 0);
  if (sheet.y + needed > BOTTOM) {
    openPage(sheet, table);
    drawHeader(sheet, table);
  }
  if ('title' in row && sheet.isDrawn) sheet.doc.outline.addItem(row.title);
  if ('title' in row) fill(sheet, height);
  else if (row.isLast) rule(sheet, 0.9, INK);
  drawCells(sheet, within, cells, { ...style, of: 'row', columns: 'title' in row ? columns.length : 1 });
  rule(sheet, 'isLast' in row && row.isLast ? 0.9 : 0.5, 'isLast' in row && row.isLast ? INK : LINE);
}

interface TextStyle extends FontStyle {
  /** Column of a header: figures are right-aligned, but its text still wraps. */
  wrapsFigures?: boolean;
}

type Columns = readonly { width: number; figures?: boolean }[];

function wrapCell(sheet: Sheet, column: Columns[number], text: string, style: TextStyle): string[] {
  if (column.figures && !style.wrapsFigures) return [text];
  return sheet.letters.wrap(text, column.width - 2 * SIDE_PADDING, style);
}

function measureHeight(sheet: Sheet, columns: Columns, cells: readonly string[], style: TextStyle): number {
  let max = 1;
  for (const [index, column] of columns.entries()) {
    const text = cells[index] ?? '';
    if (text !== '') max = Math.max(max, wrapCell(sheet, column, text, style).length);
  }
  return max * sheet.letters.lineHeight(style) + 2 * ROW_PADDING;
}

/** Role of a row of cells for a reader. `columns` is the number of table columns that each cell spans. */
interface CellStyle extends TextStyle {
  of: 'header' | 'row' | 'ornament';
  columns?: number;
}

function drawCells(sheet: Sheet, columns: Columns, cells: readonly string[], style: CellStyle): void {
  const height = measureHeight(sheet, columns, cells, style);
  if (sheet.isDrawn) {
    const row = style.of === 'ornament' ? null : openRow(sheet);
    let left = MARGIN;
    for (const [index, column] of columns.entries()) {
      const text = cells[index] ?? '';
      const lines = text === '' ? [] : wrapCell(sheet, column, text, style);
      const cell = row && addCell(sheet, row, style);
      if (lines.length > 0) mark(sheet, cell, () => writeCell(sheet, lines, { ...style, ...column, left }));
      left += column.width;
    }
    row?.end();
  }
  sheet.y += height;
}

function openRow({ doc, tags }: Sheet): PDFKit.PDFStructureElement | null {
  if (!tags) return null;
  const row = doc.struct('TR');
  tags.table.add(row);
  return row;
}

function addCell(
  { doc }: Sheet,
  row: PDFKit.PDFStructureElement,
  { of, columns = 1 }: CellStyle,
): PDFKit.PDFStructureElement {
  const cell = tableCell(doc, { isHeader: of === 'header', columns });
  row.add(cell);
  return cell;
}

function writeCell(
  sheet: Sheet,
  lines: readonly string[],
  style: TextStyle & { left: number; width: number; figures?: boolean },
): void {
  const { left, width, figures } = style;
  for (const [place, line] of lines.entries()) {
    const y = sheet.y + ROW_PADDING + place * sheet.letters.lineHeight(style);
    const x = figures ? left + width - SIDE_PADDING - sheet.letters.width(line, style) : left + SIDE_PADDING;
    write(sheet, line, { ...style, x, y });
  }
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
  const { doc, isDrawn, y } = sheet;
  if (!isDrawn) return;
  mark(sheet, null, () => {
    doc.lineWidth(width).strokeColor(color);
    doc
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + FULL, y)
      .stroke();
  });
}

function fill(sheet: Sheet, height: number): void {
  const { doc, isDrawn, y } = sheet;
  if (isDrawn) mark(sheet, null, () => doc.rect(MARGIN, y, FULL, height).fill(SURFACE));
}
