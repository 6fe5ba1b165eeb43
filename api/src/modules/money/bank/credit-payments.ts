import type { Db } from '../../../db/database.ts';
import { noteBalance } from '../balance-alert/note-balance.ts';
import { addPaid } from '../invoices/add-paid.ts';
import { requireAccounts } from '../ledger/require-accounts.ts';
import { postTransfers } from '../ledger/post-transfers.ts';
import { tightenFloor } from '../ledger/tighten-floor.ts';
import type { Credit } from './payment-store.ts';

/**
 * Credits payments to their companies' unallocated funds and to the invoices they are for: all of them or, by
 * throwing, none. A payment whose money has moved before is never credited again.
 */
export async function creditPayments(tx: Db, now: Date, credits: readonly Credit[]): Promise<void> {
  if (credits.length === 0) return;
  const accounts = await requireAccounts(
    tx,
    credits.flatMap(({ companyId }) => [
      { companyId, kind: 'bank' as const },
      { companyId, kind: 'unallocated' as const },
    ]),
  );
  const postings = await postTransfers(
    tx,
    now,
    credits.map(({ paymentId, key, corrections, companyId, sum }, index) => [
      {
        requestId: creditRequestId(key, corrections),
        kind: 'invoice-paid',
        companyId,
        fromAccountId: accounts[index * 2] as number,
        toAccountId: accounts[index * 2 + 1] as number,
        amount: sum,
        subject: { kind: 'bank-payment', id: paymentId },
      },
    ]),
  );
  const refused = postings.findIndex((posting) => !posting.ok || posting.repeated);
  if (refused >= 0) throw new Error(`the money of payment ${credits[refused]?.paymentId} has moved before`);
  await addPaid(
    tx,
    credits.flatMap(({ invoiceId, sum }) => (invoiceId === null ? [] : [{ invoiceId, sum }])),
  );
  const companyIds = [...new Set(credits.map((one) => one.companyId))].sort((one, other) => one - other);
  for (const companyId of companyIds) {
    await tightenFloor(tx, companyId);
    await noteBalance(tx, companyId);
  }
}

/** A payment that was taken back after a mistake is credited under a new id. */
function creditRequestId(key: string, corrections: number): string {
  return corrections === 0 ? `bank:${key}` : `bank:${key}:again:${corrections}`;
}
