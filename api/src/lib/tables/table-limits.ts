export interface TableRow {
  /** Number of the row in the file, from 1, as an editor shows it. */
  line: number;
  cells: string[];
}

/** Limits of a table that is sent. A reader stops at the first one that is exceeded. */
export interface TableLimits {
  /** Rows that have text, without the header and a title above it. */
  rows: number;
  /** Columns that have text. */
  columns: number;
  /** Characters of one cell; longer ones are cut. */
  cellLength: number;
  /** Dates of a workbook keep their time of day. */
  times?: true;
}

/** Rows above the header that may hold a title. */
export const MAX_TITLE_ROWS = 10;
export const MAX_TABLE_COLUMNS = 100;
/** All cells together, so that a small packed file does not become a large answer. */
const MAX_TABLE_TEXT = 10 * 1024 * 1024;

/** Rows of separators alone, which spreadsheets write below a list. */
const MAX_EMPTY_ROWS = 50_000;

/** A file that cannot be read as a table. The message is a Russian sentence for its sender. */
export class TableProblem extends Error {}

export const UNREADABLE_TABLE = 'Файл не читается: нужна таблица XLSX или CSV';

export function describeTooManyRows(rows: number): string {
  return `В файле больше ${rows} строк: разделите его`;
}

/** Collects the rows of a file and stops at its limits. */
export class TableRows {
  readonly rows: TableRow[] = [];
  readonly #limits: TableLimits;
  #length = 0;
  #empty = 0;

  constructor(limits: TableLimits) {
    this.#limits = limits;
  }

  /** Cells without text are left out at the end of a row, and rows that have none. Throws TableProblem. */
  add(line: number, values: readonly (string | undefined)[]): void {
    const { rows, columns, cellLength } = this.#limits;
    const cells = Array.from(values, (value = '') =>
      value.replaceAll('\u0000', '').trim().slice(0, cellLength).trim(),
    );
    while (cells.at(-1) === '') cells.pop();
    if (cells.length === 0) {
      this.#empty += 1;
      if (this.#empty > MAX_EMPTY_ROWS) throw new TableProblem('В файле слишком много пустых строк');
      return;
    }
    if (cells.length > columns) throw new TableProblem(`В строке ${line} больше ${columns} столбцов`);
    if (this.rows.length > rows + MAX_TITLE_ROWS) throw new TableProblem(describeTooManyRows(rows));
    for (const cell of cells) this.#length += cell.length;
    if (this.#length > MAX_TABLE_TEXT) throw new TableProblem('В файле слишком много текста: разделите его');
    this.rows.push({ line, cells });
  }
}
