import { readCsv } from './csv.ts';
import { TableProblem, type TableLimits, type TableRow } from './table-limits.ts';
import { readWorkbook } from './workbook.ts';

export type ParsedTable = { ok: true; rows: TableRow[] } | { ok: false; problem: string };

/** Reads a CSV, or the first sheet of a workbook. Works in a worker: its argument and result can be cloned. */
export async function parseTable({
  bytes,
  limits,
}: {
  bytes: Uint8Array;
  limits: TableLimits;
}): Promise<ParsedTable> {
  try {
    return { ok: true, rows: isWorkbook(bytes) ? await readWorkbook(bytes, limits) : readCsv(bytes, limits) };
  } catch (error) {
    if (error instanceof TableProblem) return { ok: false, problem: error.message };
    throw error;
  }
}

/** A workbook is an archive. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}
