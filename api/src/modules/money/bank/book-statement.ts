import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { mapInTurns } from '../../../lib/turns/map-in-turns.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import { outgoingPayments, type OutgoingPayment } from './returns/advance-return.ts';
import type { BankFile } from './file/bank-file.ts';
import { insertBankFile, sumUnconfirmed, updateCounts } from './bank-file-store.ts';
import { openBookingFile } from './booking-file.ts';
import { bookPayments } from './book-payments.ts';
import { storeBankFigures } from './balances/bank-balances.ts';
import { distinctPayments, incomingPayments } from './payment.ts';
import { listBalanceWarnings } from './balances/list-balance-warnings.ts';
import { crowded, unavailable } from '../../../errors.ts';
import { setImmediate } from 'node:timers/promises';
import { lockClientIds } from '../../companies/companies/companies.ts';
import { insertReturns } from './returns/advance-returns.ts';
import { takeTurn } from './payment-store.ts';

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
  /** Name by which users find the statement, and its source. */
  name: string;
  bytes: Uint8Array;
  bankFile: BankFile;
  /** The member who has loaded the statement. Null means that the portal read it from the bank. */
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
  const ownAccounts = listOperatorAccounts(ctx);
  const { documents } = bankFile;
  const incoming = await mapInTurns(documents, BATCH_SIZE, (part) => incomingPayments(part, ownAccounts));
  const outgoing = await mapInTurns(documents, BATCH_SIZE, (part) => outgoingPayments(part, ownAccounts));
  const payments = distinctPayments(incoming);
  const figures = { fileId, bankFile, ownAccounts, payments };
  const { replaced, isConfirmedByBank } = await storeBankFigures(ctx, figures);
  const file = openBookingFile({ id: fileId, staffId, isConfirmedByBank }, payments);
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
export function listOperatorAccounts({ programme }: Pick<Context, 'programme'>): string[] {
  return programme.accounts().map(({ account }) => account);
}

/** Maximum time that one request or job books documents. A statement of a busy day takes seconds. */
const MAX_BOOKING_MS = 120_000;
const RETRY_SECONDS = 300;

/**
 * Returns what throws once it is time to stop: the process is about to end, or the file has taken too long. What is
 * booked stays, and a job finishes the file.
 */
function limitBooking(ctx: Context): () => void {
  // Uses real time and not the injected clock, because it limits how long the machine works, whatever day a test has
  // set.
  const end = performance.now() + MAX_BOOKING_MS;
  return () => {
    if (ctx.db.isClosed())
      throw unavailable('Сервер перезапускается. Выписка сохранена и догрузится сама через несколько минут');
    if (performance.now() > end)
      throw crowded(
        'Выписка очень большая. Она сохранена и догрузится сама за несколько минут',
        RETRY_SECONDS,
      );
  };
}

/** Payments per transaction: few enough that no one else waits for long. */
const STORE_ADVANCE_RETURNS_BATCH_SIZE = 200;

/**
 * Stores a statement's outgoing payments to clients, each once: a person decides whether it was a returned advance.
 * No money moves on its own. `proceed` throws where it is time to stop.
 */
async function storeAdvanceReturns(
  ctx: Context,
  fileId: number,
  { outgoing, goOn }: { outgoing: readonly OutgoingPayment[]; goOn: () => void },
): Promise<void> {
  for (let from = 0; from < outgoing.length; from += STORE_ADVANCE_RETURNS_BATCH_SIZE) {
    await setImmediate();
    goOn();
    await storePart(ctx, fileId, outgoing.slice(from, from + STORE_ADVANCE_RETURNS_BATCH_SIZE));
  }
}

async function storePart(ctx: Context, fileId: number, part: readonly OutgoingPayment[]): Promise<void> {
  await ctx.db.inSystem(async (tx) => {
    await takeTurn(tx);
    const companiesByInn = await lockClientIds(
      tx,
      part.flatMap(({ document }) => document.payee.inn ?? []),
    );
    const paid = part.flatMap((outgoingPayment) => {
      const companyId = companiesByInn.get(outgoingPayment.document.payee.inn ?? '');
      return companyId === undefined ? [] : [{ ...outgoingPayment, companyId }];
    });
    if (paid.length > 0) await insertReturns(tx, { fileId, paid, now: ctx.clock.now() });
  });
}
