import { crowded } from '../../../errors.ts';
import { callInWorker, CallAbandoned } from '../../../lib/turns/call-in-worker.ts';
import { readStationCsv, type StationsRead } from './station-csv.ts';

/** Files up to this size are read faster than a worker starts. */
const QUICK_BYTES = 128 * 1024;
const RETRY_SECONDS = 60;

/** Like `readStationCsv`. A long list takes seconds of CPU time, during which no other request would be answered. */
export async function readStationFile(bytes: Uint8Array): Promise<StationsRead> {
  if (bytes.length <= QUICK_BYTES) return readStationCsv(bytes);
  return callInWorker<StationsRead>({
    module: new URL('./station-csv.ts', import.meta.url),
    name: 'readStationCsv',
    argument: async () => bytes,
    lists: ['stations'],
  }).catch((error: unknown) => {
    if (!(error instanceof CallAbandoned)) throw error;
    throw crowded('Сейчас читается слишком много списков. Попробуйте через минуту', RETRY_SECONDS);
  });
}
