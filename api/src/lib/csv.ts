const BOM = '\uFEFF';
/** A spreadsheet runs a cell that begins so as a formula. */
// A text that already begins with apostrophes gets one more, so that removing one restores it.
const RUNS_AS_FORMULA = /^'*[=+\-@\t\r]/;

const LOST_AS_NUMBER = /^(\d{16,}|0\d+)$/;

/** One text cell: quoted where it has to be, and a formula defused by an apostrophe (OWASP ASVS 5.0, 1.2.10). */
export function csvText(text: string): string {
  const defused = RUNS_AS_FORMULA.test(text) ? `'${text}` : text;
  return /[";\r\n']/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
}

/**
 * A card number: a spreadsheet keeps only fifteen digits of a number and drops leading zeros, so a tab after it makes
 * it text. Spaces between the digits would not do: a Russian Excel removes them, and programs want the digits
 * together.
 */
export function csvCardNumber(number: string): string {
  return LOST_AS_NUMBER.test(number) ? `${number}\t` : csvText(number);
}

/** A number for a Russian spreadsheet: decimal comma, and a minus that stays a minus. */
export function csvNumber(value: number): string {
  return String(value).replace('.', ',');
}

/** Kopecks or hundredths of a litre, always with both decimals: a column of money reads as one. */
export function csvHundredths(value: number): string {
  return (value / 100).toFixed(2).replace('.', ',');
}

/** Lines of finished cells → a file with `;` and a byte order mark, as Excel expects it. */
export function csvFile(lines: readonly (readonly string[])[]): string {
  return BOM + lines.map((cells) => `${cells.join(';')}\r\n`).join('');
}

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

/** Undoes `csvText`'s apostrophe. */
export function withoutDefusal(cell: string): string {
  return cell.startsWith("'") && RUNS_AS_FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
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
    endCell();
    rows.push(row);
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
