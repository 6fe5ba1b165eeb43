import writeWorkbook, { type Cell } from 'write-excel-file/node';
import { csvFile, csvHundredths, csvNumberName, csvText } from '#contract/csv.ts';
import { FILE_MIME, type ListFormat } from '#contract/list-files.ts';

/** A column of a list as a file. `name` is a number that names: of a card; `sum` has two decimals; `time` is a moment. */
export interface FileColumn<Row> {
  header: string;
  kind?: 'text' | 'name' | 'sum' | 'time';
  /** Null leaves the cell empty. */
  of(row: Row): string | number | null;
}

const CELL_MOST = 32_000;

/** The rows in a file of this format, with what `sendFile` needs. */
export async function tableFile<Row>(
  format: ListFormat,
  { name, columns, rows }: { name: string; columns: readonly FileColumn<Row>[]; rows: readonly Row[] },
): Promise<{ file: Buffer; name: string; mime: string }> {
  const file = format === 'csv' ? csvOf(columns, rows) : await workbookOf(columns, rows);
  const mime = format === 'csv' ? `${FILE_MIME.csv}; charset=utf-8` : FILE_MIME.xlsx;
  return { file, name: `${name}.${format}`, mime };
}

function csvOf<Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): Buffer {
  const lines = rows.map((row) => columns.map((column) => csvCell(column, column.of(row))));
  return Buffer.from(csvFile([columns.map(({ header }) => csvText(header)), ...lines]));
}

function csvCell<Row>({ kind }: FileColumn<Row>, value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return csvHundredths(Math.round(value * 100));
  if (kind === 'time') return csvText(MOMENT.format(new Date(value)).replace(',', ''));
  return kind === 'name' ? csvNumberName(value) : csvText(value);
}

const MOMENT = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  dateStyle: 'short',
  timeStyle: 'medium',
});

async function workbookOf<Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): Promise<Buffer> {
  const head = columns.map(({ header }): Cell => ({ value: header, fontWeight: 'bold' }));
  const lines = rows.map((row) => columns.map((column) => workbookCell(column, column.of(row))));
  return await writeWorkbook([head, ...lines], {
    columns: columns.map(({ kind = 'text' }) => ({ width: WIDTH[kind] })),
    stickyRowsCount: 1,
  }).toBuffer();
}

const WIDTH = { text: 28, name: 24, sum: 16, time: 20 };

function workbookCell<Row>({ kind }: FileColumn<Row>, value: string | number | null): Cell {
  if (value === null) return null;
  if (typeof value === 'number') return { type: Number, value, format: '#,##0.00' };
  if (kind === 'time') return { type: Date, value: wallTime(value), format: 'dd.mm.yyyy hh:mm:ss' };
  return { type: String, value: value.slice(0, CELL_MOST) };
}

const MOSCOW_MS = 3 * 3_600_000;

/** A workbook knows no time zones: what it shows is Moscow's wall clock. */
function wallTime(moment: string): Date {
  return new Date(new Date(moment).getTime() + MOSCOW_MS);
}
