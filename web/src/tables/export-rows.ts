import type { ListFormat } from '#contract/list-files.ts';
import type { Cell } from 'write-excel-file/universal';
import { csvFile, csvHundredths, csvNumber, csvNumberName, csvText } from '#contract/values/csv.ts';
import { moscowClock, printedSheet } from '#contract/values/printed-sheet.ts';
import { formatDate } from '../lib/format.ts';
import { putOnDisk } from '../server/download.ts';
import { arrange } from './arrange.ts';
import type { Column, Value } from './column.ts';
import type { TableView } from './table-view.ts';

/** File formats offered for a list, the likelier first. */
export const LIST_FORMATS: readonly ListFormat[] = ['xlsx', 'csv'];

type Exported<Row> = { name: string; columns: readonly Column<Row>[]; rows: readonly Row[]; view: TableView };

/** Saves exactly what the view shows: its columns in their order, its rows in theirs; a value is a number or a date. */
export async function exportRows<Row extends object>(
  format: ListFormat,
  exported: Exported<Row>,
): Promise<void> {
  const { columns: shown, rows } = arrange(exported.columns, exported.rows, exported.view);
  const columns = shown.filter(({ value }) => value);
  const file = format === 'csv' ? toCsv(columns, rows) : await toXlsx(exported.name, columns, rows);
  putOnDisk(file, `${exported.name}.${format}`);
}

function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Blob {
  const lines = rows.map((row) => columns.map((column) => csvCell(column, column.value?.(row) ?? null)));
  return new Blob([csvFile([columns.map(({ header }) => csvText(header)), ...lines])], { type: 'text/csv' });
}

function csvCell<Row>({ kind = 'text' }: Column<Row>, value: Value): string {
  if (value === null) return '';
  if (kind === 'day' || kind === 'moment') {
    return csvText(formatDate(String(value), kind === 'day' ? 'date' : 'datetime').replace(',', ''));
  }
  if (typeof value === 'number')
    return kind === 'count' ? csvNumber(value) : csvHundredths(Math.round(value * 100));
  return kind === 'number' ? csvNumberName(value) : csvText(value);
}

/** Loads the writer of workbooks only when the user wants a workbook. */
async function toXlsx<Row>(
  title: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<Blob> {
  const { default: writeWorkbook } = await import('write-excel-file/universal');
  const head: Cell[] = columns.map(({ header }) => ({ value: header, fontWeight: 'bold' }));
  const lines = rows.map((row) => columns.map((column) => xlsxCell(column, column.value?.(row) ?? null)));
  const { options, workbook } = printedSheet({ title, columns: columns.length, lastRow: 1 + rows.length });
  const widths = { columns: columns.map(({ kind = 'text' }) => ({ width: WIDTH[kind] })) };
  return writeWorkbook([head, ...lines], { ...options, ...widths }, workbook).toBlob();
}

const WIDTH = { text: 28, number: 24, money: 16, litres: 12, count: 10, day: 12, moment: 18 };

function xlsxCell<Row>({ kind = 'text' }: Column<Row>, value: Value): Cell {
  if (value === null) return null;
  if (kind === 'day' || kind === 'moment') {
    return {
      type: Date,
      value: /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? new Date(value) : moscowClock(String(value)),
      format: kind === 'day' ? 'dd.mm.yyyy' : 'dd.mm.yyyy hh:mm',
    };
  }
  if (typeof value === 'number') return { type: Number, value, format: kind === 'count' ? '0' : '#,##0.00' };
  return { type: String, value };
}
