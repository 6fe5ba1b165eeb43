import { MAX_IMPORT_ROWS } from '#contract/vehicle-import.ts';
import { fieldRefusal } from '../../../errors.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { readTable } from '../../../lib/read-table.ts';
import { describeTooManyRows, MAX_TABLE_COLUMNS } from '../../../lib/table-limits.ts';
import { findColumns, type VehicleTable } from './vehicle-columns.ts';

const LIMITS = { rows: MAX_IMPORT_ROWS, columns: MAX_TABLE_COLUMNS, cellLength: 500 };

/**
 * The rows of a CSV or of a workbook's first sheet below their header. Refuses `file`: none, unreadable, without a column
 * of plates, too many rows.
 */
export async function readSheet(file: UploadedFile | null): Promise<VehicleTable> {
  if (!file) throw fieldRefusal('file', 'Выберите файл со списком машин');
  const table = findColumns(await readTable(file.bytes, LIMITS));
  if (!table) throw fieldRefusal('file', 'В файле нет столбца «Номер»: по нему узнаём машину');
  if (table.rows.length > MAX_IMPORT_ROWS) throw fieldRefusal('file', describeTooManyRows(MAX_IMPORT_ROWS));
  return table;
}
