export interface CsvRow {
  /** The line of the file where the row begins, from 1, as an editor shows it. */
  line: number;
  cells: string[];
}

/**
 * Bytes of a CSV file → rows; empty ones are left out. Reads what spreadsheets write: UTF-8 with or without a byte
 * order mark, or windows-1251; `;`, tab or comma, whichever the first line has most of; quotes with breaks inside.
 */
export function readCsv(bytes: Uint8Array): CsvRow[] {
  const text = decode(bytes);
  return splitRows(text, separatorOf(text)).filter(({ cells }) => cells.some((cell) => cell !== ''));
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1251').decode(bytes);
  }
}

function separatorOf(text: string): string {
  const first = text.split(/\r?\n/, 1)[0] ?? '';
  const count = (separator: string): number => first.split(separator).length;
  return [';', '\t', ','].reduce((best, one) => (count(one) > count(best) ? one : best));
}

function splitRows(text: string, separator: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [] };
  let cell = '';
  let line = 1;
  let quoted = false;

  function endCell(): void {
    row.cells.push(cell.trim());
    cell = '';
  }
  function endRow(): void {
    // A file of ten million breaks would be as many rows.
    if (row.cells.length > 0 || cell !== '') {
      endCell();
      rows.push(row);
    }
    row = { line, cells: [] };
  }

  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (sign === '\n') line += 1;
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell.trim() === '') {
      quoted = true;
      cell = '';
    } else if (sign === separator) endCell();
    else if (sign === '\n') endRow();
    else if (sign !== '\r') cell += sign;
  }
  if (cell !== '' || row.cells.length > 0) endRow();
  return rows;
}
