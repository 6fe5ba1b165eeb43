import type { Db } from '../../../db/database.ts';
import { notify } from '../../messaging/notices/notify.ts';
import { addPaid } from '../invoices/invoice-payments.ts';
import type { MoneyBooks } from '../posting/money-movement.ts';
import { postUnderLock } from '../posting/post-under-lock.ts';
import { bankPlaces } from './booking-file.ts';
import type { Credit } from './payment-store.ts';

/**
 * Credits payments to their companies' unallocated funds and to the invoices they are for: all of them or, by
 * throwing, none. A payment whose money has moved before is never credited again. The companies' money is locked, and `now`
 * was read under that lock.
 */
export async function creditPayments(tx: Db, now: Date, credits: readonly Credit[]): Promise<void> {
  if (credits.length === 0) return;
  const companyIds = [...new Set(credits.map((credit) => credit.companyId))].sort((a, b) => a - b);
  const places = companyIds.flatMap((companyId) => Object.values(bankPlaces(companyId)));
  await postUnderLock(tx, now, {
    needs: { places },
    decide(books) {
      for (const credit of credits) creditPayment(books, credit);
    },
  });
  await addPaid(
    tx,
    credits.flatMap(({ invoiceId, parts, sum }) => parts ?? (invoiceId === null ? [] : [{ invoiceId, sum }])),
  );
  await notify(
    tx,
    ...credits.map(({ companyId, key, corrections, sum }) => ({
      kind: 'topped-up' as const,
      companyId,
      facts: { sumKopecks: sum },
      about: creditRequestId(key, corrections),
      now,
    })),
  );
}

function creditPayment(books: MoneyBooks, { paymentId, key, corrections, companyId, sum }: Credit): void {
  const { bank, unallocated } = bankPlaces(companyId);
  const posting = books.post([
    {
      requestId: creditRequestId(key, corrections),
      kind: 'invoice-paid',
      from: bank,
      to: unallocated,
      amount: sum,
      subject: { kind: 'bank-payment', id: paymentId },
    },
  ]);
  if (!posting.ok || posting.repeated) throw new Error(`payment ${paymentId} is credited twice`);
}

/** A payment that was taken back after a mistake is credited under a new id. */
function creditRequestId(key: string, corrections: number): string {
  return corrections === 0 ? `bank:${key}` : `bank:${key}:again:${corrections}`;
}
