import writeWorkbook, { type Cell } from 'write-excel-file/node';
import { csvFile, csvHundredths, csvNumberName, csvText } from '#contract/values/csv.ts';
import { FILE_MIME, type ListFormat } from '#contract/list-files.ts';
import { moscowClock, printedSheet } from '#contract/values/printed-sheet.ts';
import { formatDateShort } from '../money-format.ts';

/** A column of a list as a file. `name` is a number that names: of a card; `sum` has two decimals, `count` none; `time` is a moment, `day` is `YYYY-MM-DD`. */
export interface FileColumn<Row> {
  header: string;
  kind?: 'text' | 'name' | 'sum' | 'count' | 'time' | 'day';
  /** Null leaves the cell empty. */
  of(row: Row): string | number | null;
}

const MAX_CELL_LENGTH = 32_000;

interface FileTable<Row> {
  name: string;
  /** Title of the tab of the workbook. */
  title: string;
  columns: readonly FileColumn<Row>[];
  rows: readonly Row[];
}

/** The rows in a file of this format, with what `sendFile` needs. */
export async function tableFile<Row>(
  format: ListFormat,
  { name, title, columns, rows }: FileTable<Row>,
): Promise<{ file: Buffer; name: string; mime: string }> {
  const file = format === 'csv' ? formatCsv(columns, rows) : await makeWorkbook(title, columns, rows);
  const mime = format === 'csv' ? `${FILE_MIME.csv}; charset=utf-8` : FILE_MIME.xlsx;
  return { file, name: `${name}.${format}`, mime };
}

function formatCsv<Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): Buffer {
  const lines = rows.map((row) => columns.map((column) => csvCell(column, column.of(row))));
  return Buffer.from(csvFile([columns.map(({ header }) => csvText(header)), ...lines]));
}

function csvCell<Row>({ kind }: FileColumn<Row>, value: string | number | null): string {
  if (value === null) return '';
  if (kind === 'count') return String(value);
  if (typeof value === 'number') return csvHundredths(Math.round(value * 100));
  if (kind === 'time') return csvText(MOMENT.format(new Date(value)).replace(',', ''));
  if (kind === 'day') return csvText(formatDateShort(value));
  return kind === 'name' ? csvNumberName(value) : csvText(value);
}

const MOMENT = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  dateStyle: 'short',
  timeStyle: 'medium',
});

async function makeWorkbook<Row>(
  title: string,
  columns: readonly FileColumn<Row>[],
  rows: readonly Row[],
): Promise<Buffer> {
  const head = columns.map(({ header }): Cell => ({ value: header, fontWeight: 'bold' }));
  const lines = rows.map((row) => columns.map((column) => workbookCell(column, column.of(row))));
  const { options, workbook } = printedSheet({ title, columns: columns.length, lastRow: 1 + rows.length });
  const widths = { columns: columns.map(({ kind = 'text' }) => ({ width: WIDTH[kind] })) };
  return await writeWorkbook([head, ...lines], { ...options, ...widths }, workbook).toBuffer();
}

const WIDTH = { text: 28, name: 24, sum: 16, count: 12, time: 20, day: 12 };

function workbookCell<Row>({ kind }: FileColumn<Row>, value: string | number | null): Cell {
  if (value === null) return null;
  if (typeof value === 'number')
    return { type: Number, value, format: kind === 'count' ? '#,##0' : '#,##0.00' };
  if (kind === 'time') return { type: Date, value: moscowClock(value), format: 'dd.mm.yyyy hh:mm:ss' };
  if (kind === 'day') return { type: Date, value: new Date(value), format: 'dd.mm.yyyy' };
  return { type: String, value: value.slice(0, MAX_CELL_LENGTH) };
}
