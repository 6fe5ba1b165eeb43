import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { caption, HAIRLINE, hairlines, noLines } from './pdf-lines.ts';
import { INK, INK_SECOND, LINE, SURFACE } from './pdf.ts';

export interface PdfTableColumn {
  title: string;
  /** Points, `auto` or `*` (what is left). */
  width: number | 'auto' | '*';
  /** Right-aligned, in digits of equal width. */
  figures?: boolean;
}

export interface PdfTableTotal {
  label: string;
  value: string;
  strong?: boolean;
}

/**
 * Lines of goods: a header that repeats on every page, hairlines between rows, figures in columns. `bookmarks` has a title for
 * each row that the reader may want to jump to, and null for the others.
 */
export function lineTable(
  columns: readonly PdfTableColumn[],
  rows: readonly (readonly string[])[],
  bookmarks: readonly (string | null)[] = [],
): Content {
  const body = rows.map((row, index) => withBookmark(formatCells(columns, row), bookmarks[index] ?? null));
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: columns.map(({ width }) => width),
      body: [formatHeader(columns), ...body],
    },
    layout: {
      ...hairlines,
      hLineWidth: (row, node) => (row === 0 || row === 1 || row === node.table.body.length ? 0.9 : HAIRLINE),
      hLineColor: (row, node) => (row === 0 || row === 1 || row === node.table.body.length ? INK : LINE),
      vLineWidth: () => 0,
      paddingLeft: (column) => (column === 0 ? 0 : 6),
      paddingRight: (column, node) => (column === (node.table.widths?.length ?? 0) - 1 ? 0 : 6),
      paddingTop: () => 4.5,
      paddingBottom: () => 4.5,
    },
  };
}

/** Rows that belong together, with a title above and their sum below. */
export interface PdfTableSection {
  title?: string;
  rows: readonly (readonly string[])[];
  total?: readonly string[];
}

/**
 * Like `lineTable`, in sections. Each section stays together with its title and sum, and a grand total closes the
 * table. The header repeats on every page.
 */
export function sectionTable(
  columns: readonly PdfTableColumn[],
  sections: readonly PdfTableSection[],
  total: readonly string[],
): Content {
  const strong = (row: readonly string[]): TableCell[] =>
    formatCells(columns, row).map((cell) => ({ ...(cell as object), bold: true }) as TableCell);
  const body: TableCell[][] = [formatHeader(columns)];
  /** Rows with a strong line above. */
  const strongRows = new Set<number>();
  for (const section of sections) {
    if (section.title !== undefined) {
      body.push([
        { text: section.title, bold: true, colSpan: columns.length, fillColor: SURFACE },
        ...columns.slice(1).map((): TableCell => ({})),
      ]);
    }
    body.push(...section.rows.map((row) => formatCells(columns, row)));
    if (section.total) body.push(strong(section.total));
  }
  strongRows.add(body.length);
  body.push(strong(total));
  const isStrong = (row: number): boolean => row <= 1 || row === body.length || strongRows.has(row);
  return {
    fontSize: 8,
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths: columns.map(({ width }) => width),
      body,
    },
    layout: {
      ...hairlines,
      hLineWidth: (row) => (isStrong(row) ? 0.9 : HAIRLINE),
      hLineColor: (row) => (isStrong(row) ? INK : LINE),
      vLineWidth: () => 0,
      paddingLeft: (column) => (column === 0 ? 2 : 5),
      paddingRight: (column) => (column === columns.length - 1 ? 2 : 5),
      paddingTop: () => 3,
      paddingBottom: () => 3,
    },
  };
}

/** Names and values in two columns with hairlines, as on the signature sheet. */
export function factTable(rows: readonly { name: string; value: string }[]): Content {
  return {
    margin: [0, 0, 0, 10],
    table: {
      widths: [150, '*'],
      dontBreakRows: true,
      body: rows.map(({ name, value }): TableCell[] => [
        { text: name, color: INK_SECOND },
        { text: value, fontFeatures: ['tnum'] },
      ]),
    },
    layout: {
      ...hairlines,
      vLineWidth: () => 0,
      paddingLeft: (column) => (column === 0 ? 0 : 6),
      paddingRight: () => 0,
    },
  };
}

/** Sums under a table, aligned with its last column. */
export function totals(rows: readonly PdfTableTotal[]): Content {
  return {
    margin: [0, 6, 0, 8],
    table: {
      widths: ['*', 'auto'],
      body: rows.map(({ label, value, strong }) => {
        const weight = strong ? { bold: true, fontSize: 11 } : {};
        return [
          { text: label, alignment: 'right', ...weight },
          { text: value, alignment: 'right', fontFeatures: ['tnum'], noWrap: true, ...weight },
        ] satisfies TableCell[];
      }),
    },
    layout: {
      ...noLines,
      paddingLeft: (column) => (column === 0 ? 0 : 24),
      paddingTop: () => 2,
      paddingBottom: () => 2,
    },
  };
}

function formatHeader(columns: readonly PdfTableColumn[]): TableCell[] {
  return columns.map(({ title, figures }) => ({
    text: title,
    ...caption,
    alignment: figures ? 'right' : 'left',
  }));
}

function formatCells(columns: readonly PdfTableColumn[], row: readonly string[]): TableCell[] {
  return columns.map(({ figures }, index) => {
    const text = row[index] ?? '';
    return figures
      ? { text, alignment: 'right', fontFeatures: ['tnum'], noWrap: true }
      : { text: glueNumbers(text) };
  });
}

function withBookmark([first, ...rest]: TableCell[], title: string | null): TableCell[] {
  if (title === null || first === undefined) return first === undefined ? [] : [first, ...rest];
  return [{ ...(first as object), outline: true, outlineText: title } as TableCell, ...rest];
}

/** Prevents a line break between a number and its word: `АЗС № 84`, `1565-й км`. The typeface has no word joiner. */
export function glueNumbers(text: string): string {
  return text.replace(/№ (?=\S)/g, '№\u00a0').replace(/(\d)-й км/g, '$1\u2011й\u00a0км');
}
