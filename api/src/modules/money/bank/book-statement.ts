import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { mapInTurns } from '../../../lib/map-in-turns.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import type { Operator } from '../../../operator.ts';
import { outgoingPayments } from './advance-return.ts';
import type { BankFile } from './bank-file.ts';
import { insertBankFile, sumUnconfirmed, updateCounts } from './bank-file-store.ts';
import { openBookingFile } from './booking-file.ts';
import { bookPayments } from './book-payments.ts';
import { storeAdvanceReturns } from './store-advance-returns.ts';
import { storeBankFigures } from './bank-balances.ts';
import { limitBooking } from './limit-booking.ts';
import { distinctPayments, incomingPayments } from './payment.ts';
import { listBalanceWarnings } from './list-balance-warnings.ts';

interface BankFileCounts {
  /** Every document of the file: the sum of the other four. */
  documents: number;
  credited: number;
  /** Payments that a person has to check, including refunds. */
  needsReview: number;
  /** Already in the books, or twice in the file. */
  duplicates: number;
  /** Outgoing, not executed, or between own accounts. Outgoing payments to clients wait for a person. */
  ignored: number;
}

export interface BookedStatement extends BankFileCounts {
  fileId: number;
  /** Sentences about what the bank's own balances and turnovers do not confirm. */
  warnings: string[];
}

export interface StatementInput {
  /** Name that users find it by, and what it was read from. */
  name: string;
  bytes: Uint8Array;
  bankFile: BankFile;
  /** The member who has loaded it. Null means that it was asked from the bank. */
  staffId: number | null;
  /** Bank whose API it came by, or null for a file. */
  source: string | null;
}

/** Documents that are sorted before other work gets its turn. */
const BATCH_SIZE = 200;

/**
 * Books a statement that was read, from any source. Each document is booked once, even if other statements have it too.
 */
export async function bookStatement(ctx: Context, input: StatementInput): Promise<BookedStatement> {
  const sha256 = await ctx.files.put(input.bytes);
  const now = ctx.clock.now();
  const name = input.name.slice(0, 255).toWellFormed();
  const fileId = await ctx.db.inSystem((tx) =>
    insertBankFile(tx, { sha256, name, loadedBy: input.staffId, source: input.source, now }),
  );
  return bookDocuments(ctx, { ...input, fileId, name });
}

export type StoredStatement = Omit<StatementInput, 'bytes' | 'source'> & { fileId: number };

/** Books the documents of a stored statement, or the rest of them. */
export async function bookDocuments(ctx: Context, input: StoredStatement): Promise<BookedStatement> {
  const { fileId, name, bankFile, staffId } = input;
  const goOn = limitBooking(ctx);
  const ownAccounts = listOperatorAccounts(ctx.config.operator);
  const { documents } = bankFile;
  const incoming = await mapInTurns(documents, BATCH_SIZE, (part) => incomingPayments(part, ownAccounts));
  const outgoing = await mapInTurns(documents, BATCH_SIZE, (part) => outgoingPayments(part, ownAccounts));
  const payments = distinctPayments(incoming);
  const figures = { fileId, bankFile, ownAccounts, payments };
  const { replaced, isBorneOut } = await storeBankFigures(ctx, figures);
  const file = openBookingFile({ id: fileId, staffId, isBorneOut }, payments);
  const booked = await bookPayments(ctx, file, { incoming: payments, goOn });
  await storeAdvanceReturns(ctx, fileId, { outgoing, goOn });
  const duplicates = booked.duplicates + incoming.length - payments.length;
  const ignored = documents.length - incoming.length;
  const counts = { documents: documents.length, ...booked, duplicates, ignored };
  await ctx.db.inSystem(async (tx) => {
    await updateCounts(tx, { fileId, counts });
    const targets = [{ kind: 'statement', id: fileId }];
    const after = { file: name, ...counts };
    await recordEvent(tx, {
      at: ctx.clock.now(),
      what: 'statement-loaded',
      ...(staffId !== null && { userId: staffId }),
      targets,
      after,
    });
  });
  const warnings = [
    ...(await reportUnconfirmed(ctx, fileId)),
    ...(await listBalanceWarnings(ctx, { bankFile, ownAccounts, replaced })),
  ];
  for (const warning of warnings) ctx.log.warn({ fileId }, warning);
  return { ...counts, fileId, warnings };
}

async function reportUnconfirmed(ctx: Context, fileId: number): Promise<string[]> {
  const { count, sum } = await sumUnconfirmed(ctx.db.system, fileId);
  if (count === 0) return [];
  return [
    `Банк не подтверждает платежей: ${count}, на ${formatRubles(sum)}. Это больше, чем вы можете провести один за день: ` +
      'они на разборе, пока банк не назовёт их по API или их не зачислит другой сотрудник',
  ];
}

/** Every account of the programme; a payment between two of them is no top-up. */
export function listOperatorAccounts({ requisites, otherAccounts }: Operator): string[] {
  return [requisites.account, ...otherAccounts.map((otherAccount) => otherAccount.account)];
}
