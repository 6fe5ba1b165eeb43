import { kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { confirmByPayments } from '../../companies/first-admin/confirm-by-payments.ts';
import { lockMoney } from '../ledger/lock-money.ts';
import { creditPayments } from './credit-payments.ts';
import { findRetold } from './find-retold.ts';
import { decidePayments } from './decide-payments.ts';
import type { LoadedBankFile } from './find-look-alikes.ts';
import { insertLookAlikes } from './look-alike-store.ts';
import {
  findBooked,
  insertPayments,
  keepOwnAccounts,
  takeTurn,
  type Credit,
  type DecidedPayment,
} from './payment-store.ts';
import { distinctPayments, isBooked, type IncomingPayment } from './payment.ts';

export interface BookedPayments {
  credited: number;
  needsReview: number;
  duplicates: number;
}

/** Documents per transaction: few enough that no account stays locked for long. */
const AT_ONCE = 100;

/**
 * Books the incoming documents of a file, each once, whoever loads them and however often. A hundred per
 * transaction; when that fails, each gets its own transaction, and the one that cannot be credited waits for a person
 * without holding up the others.
 */
export async function bookPayments(
  ctx: Context,
  fileId: number,
  incoming: readonly IncomingPayment[],
): Promise<BookedPayments> {
  const distinct = distinctPayments(incoming);
  const file = { id: fileId, payments: distinct };
  const total: BookedPayments = {
    credited: 0,
    needsReview: 0,
    duplicates: incoming.length - distinct.length,
  };
  for (let from = 0; from < distinct.length; from += AT_ONCE) {
    for (const booked of await bookPart(ctx, file, distinct.slice(from, from + AT_ONCE))) {
      total.credited += booked.credited;
      total.needsReview += booked.needsReview;
      total.duplicates += booked.duplicates;
    }
  }
  return total;
}

async function bookPart(
  ctx: Context,
  file: LoadedBankFile,
  part: readonly IncomingPayment[],
): Promise<BookedPayments[]> {
  try {
    return [await bookTogether(ctx, file, part, decidePayments)];
  } catch (error) {
    ctx.log.warn({ err: error, fileId: file.id, documents: part.length }, 'documents are booked one by one');
  }
  const booked: BookedPayments[] = [];
  for (const one of part) booked.push(await bookAlone(ctx, file, one));
  return booked;
}

async function bookAlone(ctx: Context, file: LoadedBankFile, one: IncomingPayment): Promise<BookedPayments> {
  try {
    return await bookTogether(ctx, file, [one], decidePayments);
  } catch (error) {
    ctx.log.error({ err: error, fileId: file.id, document: one.key }, 'a document can’t be credited');
    return bookTogether(ctx, file, [one], leaveToPerson);
  }
}

type Decide = (
  ctx: Context,
  tx: Db,
  payments: readonly IncomingPayment[],
  file: LoadedBankFile,
) => Promise<DecidedPayment[]>;

async function bookTogether(
  ctx: Context,
  file: LoadedBankFile,
  part: readonly IncomingPayment[],
  decide: Decide,
): Promise<BookedPayments> {
  const { decided, credits } = await ctx.db.inSystem(async (tx) => {
    await takeTurn(tx);
    const booked = await findBooked(
      tx,
      part.map((one) => one.keyWithoutInn),
    );
    if (booked.length > 0) await keepOwnAccounts(tx, part);
    const unknown = part.filter((one) => !isBooked(one, booked));
    const retold = await findRetold(tx, file.id, unknown);
    const decided = await decide(
      ctx,
      tx,
      unknown.filter((one) => !retold.has(one.key)),
      file,
    );
    await lockMoney(
      tx,
      decided.flatMap(({ companyId }) => companyId ?? []),
    );
    // Read after the last wait: a day that ended meanwhile takes no more movements.
    const now = ctx.clock.now();
    const ids = await insertPayments(tx, { fileId: file.id, decided, now });
    await insertLookAlikes(tx, pairsOf(decided, ids));
    const credits = creditsOf(decided, ids);
    await creditPayments(tx, now, credits);
    await confirmByPayments(
      ctx,
      tx,
      now,
      credits.map((one) => one.paymentId),
    );
    return { decided, credits };
  });
  // What came by СБП before is in the books, too.
  const known = decided.filter(({ sameAsId }) => sameAsId !== null).length;
  return {
    credited: credits.length,
    needsReview: decided.length - credits.length - known,
    duplicates: part.length - decided.length + known,
  };
}

function creditsOf(decided: readonly DecidedPayment[], ids: ReadonlyMap<string, number>): Credit[] {
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

function pairsOf(
  decided: readonly DecidedPayment[],
  ids: ReadonlyMap<string, number>,
): { paymentId: number; bookedId: number }[] {
  return decided.flatMap(({ payment, lookAlikes }) =>
    lookAlikes.map((one) => ({
      paymentId: ids.get(payment.key) as number,
      bookedId: 'id' in one ? one.id : (ids.get(one.key) as number),
    })),
  );
}

async function leaveToPerson(
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
