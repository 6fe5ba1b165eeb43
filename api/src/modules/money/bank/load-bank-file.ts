import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { claimKey, storeOutcome, type RequestKey } from '../../../http/request-key.ts';
import { listOperatorAccounts, bookStatement, type BookedStatement } from './book-statement.ts';
import { MAX_STATEMENT_BYTES } from './file/parse-bank-file.ts';
import { readBankFile } from './file/read-bank-file.ts';
import type { BankFile, BankFileProblem } from './file/bank-file.ts';

export interface LoadedFile {
  file: UploadedFile | null;
  staffId: number;
  requestKey: RequestKey | null;
}

/** The most mistakes of a file that are reported: its sender corrects the first ones anyway. */
const MAX_PROBLEMS = 10;

/**
 * Loads a bank statement (docs/calls.md 7). Payments of known payers are credited, others wait for a person. Loading
 * the same file again, or another with the same documents, credits nothing twice, even at the same time. Payments to
 * clients wait as returned advances. Refuses on `file`: no file, a file over 10 MiB, not a statement or a broken one,
 * a statement of a foreign account.
 */
export async function loadBankFile(ctx: Context, args: LoadedFile): Promise<Omit<BookedStatement, 'fileId'>> {
  const { file, requestKey } = args;
  if (!file) throw fieldRefusal('file', 'Выберите файл выписки');
  const ownAccounts = listOperatorAccounts(ctx);
  const bankFile = await readOwnFile(file, ownAccounts);
  const load = async () => {
    const input = { ...file, bankFile, staffId: args.staffId, source: null };
    const { fileId: _, ...outcome } = await bookStatement(ctx, input);
    return outcome;
  };
  if (!requestKey) return load();
  // Booking is many transactions: a second file under the key is turned away before the first of its own.
  const earlier = await claimKey<Omit<BookedStatement, 'fileId'>>(ctx.db.system, requestKey, ctx.clock.now());
  return earlier ?? storeOutcome(ctx.db.system, requestKey, await load());
}

async function readOwnFile({ bytes }: UploadedFile, ownAccounts: readonly string[]): Promise<BankFile> {
  if (bytes.length > MAX_STATEMENT_BYTES) throw fieldRefusal('file', 'Файл больше 10 МБ');
  const parsed = await readBankFile(bytes);
  if (!parsed.ok) throw fieldRefusal('file', formatProblems(parsed.errors));
  const { accounts } = parsed.bankFile;
  if (accounts.length === 0) throw fieldRefusal('file', 'В выписке не указан расчётный счёт');
  if (!accounts.some((account) => ownAccounts.includes(account))) {
    throw fieldRefusal('file', `Выписка по чужому счёту: ${accounts.slice(0, 3).join(', ').slice(0, 100)}`);
  }
  return parsed.bankFile;
}

function formatProblems(problems: readonly BankFileProblem[]): string {
  const shown = problems.slice(0, MAX_PROBLEMS).map(({ line, message }) => `Строка ${line}: ${message}`);
  const rest = problems.length - shown.length;
  return [...shown, ...(rest > 0 ? [`и ещё ошибок: ${rest}`] : [])].join('; ');
}
