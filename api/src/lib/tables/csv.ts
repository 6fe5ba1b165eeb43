import { CsvError, parse } from 'csv-parse/sync';
import { decodeText } from './decode-text.ts';
import { TableProblem, TableRows, type TableLimits, type TableRow } from './table-limits.ts';

/** A row that is longer has a quotation mark that is never closed, or is no row. */
const MAX_ROW_BYTES = 64 * 1024;
/** Spreadsheets write separators without text up to their last column; more are no row. */
const MAX_SEPARATORS = 20_000;
const SAMPLE_CHARACTERS = 16 * 1024;
const SAMPLE_LINES = 20;
const LINE_BREAK = /\r\n|\n|\r/;

const NO_LIMITS: TableLimits = { rows: 1_000_000, columns: 1000, cellLength: MAX_ROW_BYTES };

/**
 * Bytes of a CSV file → rows; empty ones are left out. Reads what spreadsheets write: any encoding of `decodeText`, any
 * line break, `;`, tab or comma, a `sep=` line, quotes with breaks inside. Throws TableProblem at the first limit.
 */
export function readCsv(bytes: Uint8Array, limits: TableLimits = NO_LIMITS): TableRow[] {
  const { separator, text, linesAbove } = findSeparator(decodeText(bytes));
  const table = new TableRows(limits);
  // The library's line is the one where a row ends, and counts CR and LF within quotes as two.
  let shift = linesAbove;
  let recordStart = 1;
  try {
    parse(text, {
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      ltrim: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_ROW_BYTES,
      cast(value, { column, lines }) {
        recordStart = lines + shift;
        if (Number(column) >= MAX_SEPARATORS)
          throw new TableProblem(`В строке ${recordStart} слишком много столбцов`);
        return value;
      },
      on_record(cells: string[], { lines }) {
        const inside = countSigns(cells, /[\r\n]/g);
        table.add(lines + shift - inside, cells);
        if (inside > 0) shift += countSigns(cells, /\r\n|\n|\r/g) - inside;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new TableProblem(`Строка ${recordStart} или следующая не читается: проверьте, что кавычки закрыты`);
  }
  return table.rows;
}

function countSigns(cells: readonly string[], sign: RegExp): number {
  return cells.reduce((count, cell) => count + (cell.match(sign)?.length ?? 0), 0);
}

/** `sep=;` names the separator. Otherwise it is the character that most of the first lines have: a title above the header has none. */
function findSeparator(text: string): { separator: string; text: string; linesAbove: number } {
  const [named, separator] = /^sep=(.)(?:\r\n|\n|\r|$)/i.exec(text.slice(0, 10)) ?? [];
  if (named && separator) return { separator, text: text.slice(named.length), linesAbove: 1 };
  const lines = text
    .slice(0, SAMPLE_CHARACTERS)
    .replace(/"[^"]*"/g, '')
    .split(LINE_BREAK, SAMPLE_LINES);
  const count = (value: string): number => lines.filter((line) => line.includes(value)).length;
  const found = [';', '\t', ','].reduce((best, value) => (count(value) > count(best) ? value : best));
  return { separator: found, text, linesAbove: 0 };
}
