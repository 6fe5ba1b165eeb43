import { setImmediate } from 'node:timers/promises';
import { kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { confirmPayers } from './confirm-payers.ts';
import { lockUnconfirmedLimit, recordUnconfirmed } from '../../identity/approvals/unconfirmed-movements.ts';
import { lockMoney } from '../ledger/lock-money.ts';
import { creditPayments } from './credit-payments.ts';
import { findRepeatedPayments } from './known-payments.ts';
import { decidePayments, suspendUnconfirmed } from './decide-payments.ts';
import type { BookingFile } from './booking-file.ts';
import { toOrder, insertLookAlikes } from './look-alikes.ts';
import {
  findBooked,
  insertPayments,
  storeOwnAccounts,
  takeTurn,
  type Credit,
  type DecidedPayment,
  listUnconfirmed,
  markConfirmed,
} from './payment-store.ts';
import type { IncomingPayment, Payment } from './payment.ts';
import { findPayments } from './payment-list-store.ts';

export interface BookedPayments {
  credited: number;
  needsReview: number;
  duplicates: number;
}

/** Documents per transaction: few enough that no account stays locked for long. */
const BATCH_SIZE = 100;

/**
 * Books the incoming documents of a file, each once, even if several users load the file. A transaction books a
 * hundred; if it fails, each document gets its own transaction, and one that cannot be credited waits for a person
 * without delaying the others. Other work gets its turn between two transactions; `proceed` throws when it is time to
 * stop.
 */
export async function bookPayments(
  ctx: Context,
  file: BookingFile,
  { incoming, goOn }: { incoming: readonly IncomingPayment[]; goOn: () => void },
): Promise<BookedPayments> {
  const total: BookedPayments = { credited: 0, needsReview: 0, duplicates: 0 };
  for (let from = 0; from < incoming.length; from += BATCH_SIZE) {
    await setImmediate();
    goOn();
    for (const booked of await bookPart(ctx, file, { part: incoming.slice(from, from + BATCH_SIZE), goOn })) {
      total.credited += booked.credited;
      total.needsReview += booked.needsReview;
      total.duplicates += booked.duplicates;
    }
  }
  return total;
}

async function bookPart(
  ctx: Context,
  file: BookingFile,
  { part, goOn }: { part: readonly IncomingPayment[]; goOn: () => void },
): Promise<BookedPayments[]> {
  try {
    return [await bookTogether(ctx, file, part, decidePayments)];
  } catch (error) {
    // A process that stops books nothing one by one.
    goOn();
    ctx.log.warn({ err: error, fileId: file.id, documents: part.length }, 'documents are booked one by one');
  }
  const booked: BookedPayments[] = [];
  for (const incomingPayment of part)
    booked.push(await bookSingly(ctx, file, { one: incomingPayment, goOn }));
  return booked;
}

async function bookSingly(
  ctx: Context,
  file: BookingFile,
  { one, goOn }: { one: IncomingPayment; goOn: () => void },
): Promise<BookedPayments> {
  try {
    return await bookTogether(ctx, file, [one], decidePayments);
  } catch (error) {
    goOn();
    ctx.log.error({ err: error, fileId: file.id, document: one.key }, 'a document can’t be credited');
    return bookTogether(ctx, file, [one], queueForReview);
  }
}

type DecidePayments = (
  ctx: Context,
  tx: Db,
  payments: readonly IncomingPayment[],
  file: BookingFile,
) => Promise<DecidedPayment[]>;

async function bookTogether(
  ctx: Context,
  file: BookingFile,
  part: readonly IncomingPayment[],
  decide: DecidePayments,
): Promise<BookedPayments> {
  const {
    decided,
    credits,
    borneOut: confirmedByBank,
  } = await ctx.db.inSystem(async (tx) => {
    await takeTurn(tx);
    const { staffId } = file;
    const isAlone =
      staffId !== null && part.some((incomingPayment) => !file.isConfirmedByBank(incomingPayment));
    const left = isAlone ? await lockUnconfirmedLimit(ctx, tx, staffId) : kopecks(0);
    const { unknown, borneOut: confirmedByBank } = await separateKnown(tx, file, part);
    const { decided, movedAlone } = suspendUnconfirmed(file, await decide(ctx, tx, unknown, file), left);
    await lockMoney(
      tx,
      decided.flatMap(({ companyId }) => companyId ?? []),
    );
    // Read after the last wait: a day that ended meanwhile takes no more movements.
    const now = ctx.clock.now();
    const ids = await insertPayments(tx, { fileId: file.id, decided, now });
    await insertLookAlikes(tx, toPairs(decided, ids));
    const credits = toCredits(decided, ids);
    await creditPayments(tx, now, credits);
    const moved = { action: 'loadBankStatement', subjectId: file.id, sum: movedAlone };
    if (staffId !== null) await recordUnconfirmed(ctx, tx, { userId: staffId, ...moved });
    await confirmPayers(
      ctx,
      tx,
      now,
      credits.map((credit) => credit.paymentId),
    );
    return { decided, credits, borneOut: confirmedByBank };
  });
  const confirmed = await creditConfirmed(ctx, confirmedByBank);
  // Payments that came by СБП before are in the books, too.
  const known = decided.filter(({ sameAsId }) => sameAsId !== null).length;
  return {
    credited: credits.length + confirmed,
    needsReview: decided.length - credits.length - known,
    duplicates: part.length - decided.length + known - confirmed,
  };
}

/**
 * Separates known payments from new ones. `confirmedByBank` are the rows of known payments that the bank confirms now. New
 * ones are compared with the orders of their days, which are read here.
 */
async function separateKnown(
  tx: Db,
  file: BookingFile,
  part: readonly IncomingPayment[],
): Promise<{ unknown: IncomingPayment[]; borneOut: number[] }> {
  const booked = await findBooked(tx, part);
  if (booked.size > 0) await storeOwnAccounts(tx, part);
  const unbooked = part.filter((incomingPayment) => !booked.has(incomingPayment.key));
  await file.known.read(tx, unbooked.map(toOrder));
  const named = unbooked.filter((incomingPayment) => file.known.hasNumber(toOrder(incomingPayment)));
  const repeatedPayments = await findRepeatedPayments(tx, file.id, named);
  const confirmedByBank = part.flatMap((incomingPayment) =>
    file.staffId === null || file.isConfirmedByBank(incomingPayment)
      ? (booked.get(incomingPayment.key) ?? repeatedPayments.get(incomingPayment.key) ?? [])
      : [],
  );
  return {
    unknown: unbooked.filter((incomingPayment) => !repeatedPayments.has(incomingPayment.key)),
    borneOut: confirmedByBank,
  };
}

function toCredits(decided: readonly DecidedPayment[], ids: ReadonlyMap<string, number>): Credit[] {
  return decided.flatMap(({ payment: { key, document }, companyId, invoiceId }) =>
    companyId === null
      ? []
      : [
          {
            paymentId: ids.get(key) as number,
            key,
            corrections: 0,
            companyId,
            invoiceId,
            sum: kopecks(document.sumKopecks),
          },
        ],
  );
}

function toPairs(
  decided: readonly DecidedPayment[],
  ids: ReadonlyMap<string, number>,
): { paymentId: number; bookedId: number }[] {
  return decided.flatMap(({ payment, lookAlikes }) =>
    lookAlikes.map((lookAlike) => ({
      paymentId: ids.get(payment.key) as number,
      bookedId: 'id' in lookAlike ? lookAlike.id : (ids.get(lookAlike.key) as number),
    })),
  );
}

async function queueForReview(
  _ctx: Context,
  _tx: Db,
  payments: readonly IncomingPayment[],
): Promise<DecidedPayment[]> {
  return payments.map((payment) => ({
    payment,
    state: 'review',
    note: 'Зачислить автоматически не удалось: проверьте и зачислите вручную',
    companyId: null,
    invoiceId: null,
    suggestedCompanyId: null,
    suggestedInvoiceId: null,
    lookAlikes: [],
    sameAsId: null,
  }));
}

/**
 * Credits payments that waited only because their bank had not confirmed them, by the decision of the time when they
 * were loaded, in a transaction of their own. Returns how many.
 */
async function creditConfirmed(ctx: Context, ids: readonly number[]): Promise<number> {
  if (ids.length === 0 || (await listUnconfirmed(ctx.db.system, ids)).length === 0) return 0;
  return ctx.db.inSystem(async (tx) => {
    await takeTurn(tx);
    const waiting = await findPayments(tx, await listUnconfirmed(tx, ids));
    const credits = waiting.flatMap(({ suggestion, ...payment }) =>
      suggestion ? [toCredit(payment, suggestion)] : [],
    );
    await lockMoney(
      tx,
      credits.map(({ companyId }) => companyId),
    );
    const now = ctx.clock.now();
    await creditPayments(tx, now, credits);
    await markConfirmed(tx, credits);
    await confirmPayers(
      ctx,
      tx,
      now,
      credits.map(({ paymentId }) => paymentId),
    );
    return credits.length;
  });
}

function toCredit(
  { id, key, corrections, sum }: Pick<Payment, 'id' | 'key' | 'corrections' | 'sum'>,
  { companyId, invoiceId }: NonNullable<Payment['suggestion']>,
): Credit {
  return { paymentId: id, key, corrections, companyId, invoiceId, sum };
}
