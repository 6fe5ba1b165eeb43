import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { mapInTurns } from '../../../lib/map-in-turns.ts';
import type { Operator } from '../../../operator.ts';
import { outgoingPayments } from './advance-return.ts';
import type { BankFile } from './bank-file.ts';
import { insertBankFile, updateCounts } from './bank-file-store.ts';
import { bookPayments } from './book-payments.ts';
import { keepAdvanceReturns } from './keep-advance-returns.ts';
import { keepBankFigures } from './keep-bank-figures.ts';
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

export interface BookedStatement extends BankFileCounts {
  fileId: number;
  /** Sentences about what the bank's own balances and turnovers do not bear out. */
  warnings: string[];
}

export interface SaidStatement {
  /** By which people find it, and what it was read from. */
  name: string;
  bytes: Uint8Array;
  bankFile: BankFile;
  /** The member who has loaded it; null: it was asked from the bank. */
  staffId: number | null;
  /** Whose API it came by; null: a file. */
  source: string | null;
}

/** Documents that are told apart without letting others have their turn. */
const AT_ONCE = 200;

/** Books a statement that was read, whoever brought it: each document once, whatever else has it. */
export async function bookStatement(ctx: Context, said: SaidStatement): Promise<BookedStatement> {
  const { bankFile, staffId, source } = said;
  const ownAccounts = accountsOf(ctx.config.operator);
  const incoming = await mapInTurns(bankFile.documents, AT_ONCE, (part) =>
    incomingPayments(part, ownAccounts),
  );
  const sha256 = await ctx.files.put(said.bytes);
  const now = ctx.clock.now();
  const name = said.name.slice(0, 255).toWellFormed();
  const fileId = await ctx.db.inSystem((tx) =>
    insertBankFile(tx, { sha256, name, loadedBy: staffId, source, now }),
  );
  const replaced = await keepBankFigures(ctx, { fileId, bankFile, ownAccounts });
  const booked = await bookPayments(ctx, fileId, incoming);
  await keepAdvanceReturns(ctx, fileId, outgoingPayments(bankFile.documents, ownAccounts));
  const documents = bankFile.documents.length;
  const counts = { documents, ...booked, ignored: documents - incoming.length };
  await ctx.db.inSystem(async (tx) => {
    await updateCounts(tx, { fileId, counts });
    const targets = [{ kind: 'statement', id: fileId }];
    const after = { file: name, ...counts };
    await recordEvent(tx, {
      at: now,
      what: 'statement-loaded',
      ...(staffId !== null && { userId: staffId }),
      targets,
      after,
    });
  });
  const warnings = await tellOfBalances(ctx, { bankFile, ownAccounts, replaced });
  for (const warning of warnings) ctx.log.warn({ fileId }, warning);
  return { ...counts, fileId, warnings };
}

/** Every account of the programme; a payment between two of them is no top-up. */
export function accountsOf({ requisites, otherAccounts }: Operator): string[] {
  return [requisites.account, ...otherAccounts.map((one) => one.account)];
}
