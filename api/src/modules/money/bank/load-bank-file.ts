import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { claimKey, keepOutcome, type RequestKey } from '../../../http/request-key.ts';
import { mapInTurns } from '../../../lib/map-in-turns.ts';
import type { Operator } from '../../../operator.ts';
import { outgoingPayments } from './advance-return.ts';
import { bookPayments } from './book-payments.ts';
import { keepAdvanceReturns } from './keep-advance-returns.ts';
import { keepBankFigures } from './keep-bank-figures.ts';
import { MAX_STATEMENT_BYTES } from './parse-bank-file.ts';
import { readBankFile } from './read-bank-file.ts';
import type { BankFile, BankFileProblem } from './bank-file.ts';
import { insertBankFile, updateCounts } from './bank-file-store.ts';
import { incomingPayments } from './payment.ts';
import { tellOfBalances } from './tell-of-balances.ts';

export interface BankFileCounts {
  /** Every document of the file: the sum of the other four. */
  documents: number;
  credited: number;
  /** Payments that a person has to look at, including refunds. */
  needsReview: number;
  /** Already in the books, or twice in the file. */
  duplicates: number;
  /** Outgoing, not executed, or between own accounts. Outgoing payments to clients wait for a person. */
  ignored: number;
}

export interface BankFileOutcome extends BankFileCounts {
  /** Sentences about what the bank's own balances and turnovers do not bear out. */
  warnings: string[];
}

export interface LoadedFile {
  file: UploadedFile | null;
  staffId: number;
  requestKey: RequestKey | null;
}

/** Documents that are told apart without letting others have their turn. */
const AT_ONCE = 200;

/** The most mistakes of a file that are reported: its sender corrects the first ones anyway. */
const MOST_PROBLEMS = 10;

/**
 * Loads a bank statement (docs/calls.md 7). Payments of known payers are credited, others wait for a person. Loading
 * the same file again, or another with the same documents, credits nothing twice, even at the same time. Payments to
 * clients wait as returned advances. Refuses on `file`: no file, a file over 10 MiB, not a statement or a broken one,
 * a statement of a foreign account.
 */
export async function loadBankFile(ctx: Context, asked: LoadedFile): Promise<BankFileOutcome> {
  const { file, requestKey } = asked;
  if (!file) throw fieldRefusal('file', 'Выберите файл выписки');
  const ownAccounts = accountsOf(ctx.config.operator);
  const bankFile = await readOwnFile(file, ownAccounts);
  const load = () => bookBankFile(ctx, { file, bankFile, ownAccounts, staffId: asked.staffId });
  if (!requestKey) return load();
  // Booking is many transactions: a second file under the key is turned away before the first of its own.
  const earlier = await claimKey<BankFileOutcome>(ctx.db.system, requestKey, ctx.clock.now());
  return earlier ?? keepOutcome(ctx.db.system, requestKey, await load());
}

async function bookBankFile(
  ctx: Context,
  said: { file: UploadedFile; bankFile: BankFile; ownAccounts: readonly string[]; staffId: number },
): Promise<BankFileOutcome> {
  const { file, bankFile, ownAccounts, staffId } = said;
  const incoming = await mapInTurns(bankFile.documents, AT_ONCE, (part) =>
    incomingPayments(part, ownAccounts),
  );
  const sha256 = await ctx.files.put(file.bytes);
  const now = ctx.clock.now();
  const name = file.name.slice(0, 255).toWellFormed();
  const fileId = await ctx.db.inSystem((tx) => insertBankFile(tx, { sha256, name, loadedBy: staffId, now }));
  const replaced = await keepBankFigures(ctx, { fileId, bankFile, ownAccounts });
  const booked = await bookPayments(ctx, fileId, incoming);
  await keepAdvanceReturns(ctx, fileId, outgoingPayments(bankFile.documents, ownAccounts));
  const documents = bankFile.documents.length;
  const counts = { documents, ...booked, ignored: documents - incoming.length };
  await ctx.db.inSystem(async (tx) => {
    await updateCounts(tx, { fileId, counts });
    const targets = [{ kind: 'statement', id: fileId }];
    const after = { file: name, ...counts };
    await recordEvent(tx, { at: now, what: 'statement-loaded', userId: staffId, targets, after });
  });
  const warnings = await tellOfBalances(ctx, { bankFile, ownAccounts, replaced });
  for (const warning of warnings) ctx.log.warn({ fileId }, warning);
  return { ...counts, warnings };
}

/** Every account of the programme; a payment between two of them is no top-up. */
function accountsOf({ requisites, otherAccounts }: Operator): string[] {
  return [requisites.account, ...otherAccounts.map((one) => one.account)];
}

async function readOwnFile({ bytes }: UploadedFile, ownAccounts: readonly string[]): Promise<BankFile> {
  if (bytes.length > MAX_STATEMENT_BYTES) throw fieldRefusal('file', 'Файл больше 10 МБ');
  const parsed = await readBankFile(bytes);
  if (!parsed.ok) throw fieldRefusal('file', sentenceOf(parsed.errors));
  const { accounts } = parsed.bankFile;
  if (accounts.length === 0) throw fieldRefusal('file', 'В выписке не указан расчётный счёт');
  if (!accounts.some((account) => ownAccounts.includes(account))) {
    throw fieldRefusal('file', `Выписка по чужому счёту: ${accounts.slice(0, 3).join(', ').slice(0, 100)}`);
  }
  return parsed.bankFile;
}

function sentenceOf(problems: readonly BankFileProblem[]): string {
  const told = problems.slice(0, MOST_PROBLEMS).map(({ line, message }) => `Строка ${line}: ${message}`);
  const rest = problems.length - told.length;
  return [...told, ...(rest > 0 ? [`и ещё ошибок: ${rest}`] : [])].join('; ');
}
