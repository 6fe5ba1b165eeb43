import { crowded, fieldRefusal } from '../../errors.ts';
import { callInWorker, CallAbandoned, WorkerLimitExceeded } from '../turns/call-in-worker.ts';
import type { ParsedTable } from './parse-table.ts';
import type { TableLimits, TableRow } from './table-limits.ts';

const TIME_LIMIT_MS = 10_000;
const MEMORY_LIMIT_MB = 256;
/** Files that wait for the worker, by their number and by all bytes of theirs. */
const MAX_WAITING = 40;
const MAX_WAITING_BYTES = 128 * 1024 * 1024;
const RETRY_SECONDS = 60;

let waitingBytes = 0;

/**
 * The rows of a CSV or of a workbook's first sheet, read in a worker, one file at a time, so that a large file does not block other requests. Refuses `file`: unreadable or above a limit; 503 where too many wait.
 */
export async function readTable(bytes: Uint8Array, limits: TableLimits): Promise<TableRow[]> {
  if (waitingBytes + bytes.length > MAX_WAITING_BYTES) throw tooManyFiles();
  waitingBytes += bytes.length;
  try {
    const parsed = await callInWorker<ParsedTable>({
      module: new URL('./parse-table.ts', import.meta.url),
      name: 'parseTable',
      argument: async () => ({ bytes, limits }),
      timeLimitMs: TIME_LIMIT_MS,
      memoryLimitMb: MEMORY_LIMIT_MB,
      maxWaiting: MAX_WAITING,
      lists: ['rows'],
    }).catch(refuse);
    if (!parsed.ok) throw fieldRefusal('file', parsed.problem);
    return parsed.rows;
  } finally {
    waitingBytes -= bytes.length;
  }
}

function refuse(error: unknown): never {
  if (error instanceof CallAbandoned) throw tooManyFiles();
  if (error instanceof WorkerLimitExceeded)
    throw fieldRefusal('file', 'Файл читается слишком долго: сохраните список в новый файл или как CSV');
  throw error;
}

function tooManyFiles() {
  return crowded('Сейчас читается слишком много файлов. Попробуйте через минуту', RETRY_SECONDS);
}
