/** Cells and files of CSV, for the server and for what a screen saves itself. */

const BOM = '\uFEFF';
/** A spreadsheet runs a cell that begins so as a formula. */
// A text that already begins with apostrophes gets one more, so that removing one restores it.
const RUNS_AS_FORMULA = /^'*[=+\-@\t\r]/;

const LOSES_DIGITS_AS_NUMBER = /^(\d{16,}|0\d+)$/;

/** One text cell: quoted where it has to be, and a formula defused by an apostrophe (OWASP ASVS 5.0, 1.2.10). */
export function csvText(text: string): string {
  const defused = RUNS_AS_FORMULA.test(text) ? `'${text}` : text;
  return /[";\r\n']/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
}

/**
 * Writes a number that is a name: of a card, of an operation. A spreadsheet stores only fifteen digits of a number and
 * drops leading zeros. With a visible «№ » before it, it is text everywhere. Spaces between the digits would not do: a
 * Russian Excel removes them, and programs want the digits together.
 */
export function csvNumberName(number: string): string {
  return LOSES_DIGITS_AS_NUMBER.test(number) ? `№ ${number}` : csvText(number);
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

/** Undoes `csvText`'s apostrophe. */
export function removeFormulaGuard(cell: string): string {
  return cell.startsWith("'") && RUNS_AS_FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}
