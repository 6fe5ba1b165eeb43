import { crowded } from '../../../../errors.ts';
import { callInWorker, CallAbandoned } from '../../../../lib/turns/call-in-worker.ts';
import { parseBankFile, type ParsedBankFile } from './parse-bank-file.ts';

/** Up to this many bytes are parsed faster than a worker starts. */
const QUICK_BYTES = 128 * 1024;
const RETRY_SECONDS = 60;

/**
 * Parses like `parseBankFile`. A long file takes seconds of a processor and would block all other requests, so a worker
 * parses it.
 */
export async function readBankFile(bytes: Uint8Array): Promise<ParsedBankFile> {
  if (bytes.length <= QUICK_BYTES) return parseBankFile(bytes);
  return callInWorker<ParsedBankFile>({
    module: new URL('./parse-bank-file.ts', import.meta.url),
    name: 'parseBankFile',
    argument: async () => bytes,
    lists: ['bankFile.documents', 'bankFile.balances'],
  }).catch((error: unknown) => {
    if (!(error instanceof CallAbandoned)) throw error;
    throw crowded('Сейчас читается слишком много выписок. Попробуйте через минуту', RETRY_SECONDS);
  });
}
