import { kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { lockMoney } from '../ledger/lock-money.ts';
import { bookCorrection } from './book-correction.ts';
import { findUkdCorrection } from './corrections.ts';

interface UkdDecision {
  companyId: number;
  /** The УКД. */
  documentId: number;
  reason: string;
  userId: number;
  confirmedBy: number | null;
  ip: string;
}

/**
 * Books the difference between a УКД and its УПД in the transaction that publishes it: a positive one is taken from the
 * client, a negative one given back. Nothing is booked where the sum stays. It locks the company's money.
 */
export async function bookUkdDifference(
  ctx: Context,
  tx: Db,
  { difference, ...ukd }: UkdDecision & { difference: number },
): Promise<void> {
  if (difference === 0) return;
  await lockMoney(tx, [ukd.companyId], ctx.config.companyTimeoutMs);
  await bookCorrection(tx, ctx.clock.now(), {
    kind: 'ukd',
    direction: difference > 0 ? 'from-client' : 'to-client',
    sum: kopecks(Math.abs(difference)),
    reversesId: null,
    ...toCorrection(ukd),
  });
}

/**
 * Takes back the booked difference of a УКД that is withdrawn or replaced, in the same transaction. It books nothing where
 * the document has none, so any document may be given.
 */
export async function reverseUkdDifference(ctx: Context, tx: Db, ukd: UkdDecision): Promise<void> {
  if (!(await findUkdCorrection(tx, ukd.documentId))) return;
  await lockMoney(tx, [ukd.companyId], ctx.config.companyTimeoutMs);
  const booked = await findUkdCorrection(tx, ukd.documentId);
  if (!booked) return;
  await bookCorrection(tx, ctx.clock.now(), {
    kind: 'ukd',
    direction: booked.direction === 'to-client' ? 'from-client' : 'to-client',
    sum: booked.sum,
    reversesId: booked.id,
    ...toCorrection(ukd),
  });
}

function toCorrection({ companyId, documentId, reason, userId, confirmedBy, ip }: UkdDecision) {
  return { companyId, documentId, note: reason, proposedBy: userId, confirmedBy, ip };
}
