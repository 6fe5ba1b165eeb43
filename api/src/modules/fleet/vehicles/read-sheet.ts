import { unzipSync } from 'fflate';
import readXlsx from 'read-excel-file/node';
import { IMPORT_MOST_ROWS } from '#contract/vehicle-import.ts';
import { fieldRefusal } from '../../../errors.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { readCsv, type CsvRow } from '../../../lib/csv.ts';

/** What a workbook may unpack to: ten times the largest file that is taken. */
const UNPACKED_MOST = 100 * 1024 * 1024;
const COLUMNS_MOST = 50;
const CELL_MOST = 500;

const UNREADABLE = 'Файл не читается: нужна таблица XLSX или CSV';

/**
 * The lines of a CSV or of a workbook's first sheet, empty ones left out, each with its number from 1. Refuses `file`: none,
 * unreadable, too many lines.
 */
export async function readSheet(file: UploadedFile | null): Promise<CsvRow[]> {
  if (!file) throw fieldRefusal('file', 'Выберите файл со списком машин');
  const isZip = file.bytes.subarray(0, 2).toString('latin1') === 'PK';
  const rows = isZip ? await workbookRows(file.bytes) : readCsv(file.bytes);
  // One more for the head.
  if (rows.length > IMPORT_MOST_ROWS + 1)
    throw fieldRefusal('file', `В файле больше ${IMPORT_MOST_ROWS} строк: разделите его`);
  return rows.map(({ line, cells }) => ({
    line,
    cells: cells
      .slice(0, COLUMNS_MOST)
      .map((cell) => cell.replaceAll('\u0000', '').slice(0, CELL_MOST).trim()),
  }));
}

async function workbookRows(bytes: Buffer): Promise<CsvRow[]> {
  assertSmallInside(bytes);
  const [sheet] = await readXlsx(bytes).catch((): never => {
    throw fieldRefusal('file', UNREADABLE);
  });
  return (sheet?.data ?? [])
    .map((cells, index) => ({ line: index + 1, cells: cells.map(cellText) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
}

/** A packed file may be thousands of times larger inside: it is looked at before anything is unpacked. */
function assertSmallInside(bytes: Buffer): void {
  let size = 0;
  try {
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        size += originalSize;
        return false;
      },
    });
  } catch {
    throw fieldRefusal('file', UNREADABLE);
  }
  if (size > UNPACKED_MOST)
    throw fieldRefusal('file', 'Файл слишком велик внутри: сохраните его заново или как CSV');
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return String(cell as string | number | boolean);
}
