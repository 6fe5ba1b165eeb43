import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, notFound } from '../../../errors.ts';
import { doOnce, repeatable, type RequestKey } from '../../../http/request-key.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { countUnconfirmed, lockUnconfirmedLimit } from '../../identity/approvals/unconfirmed-movements.ts';
import { findUnmatchedSale, markUnmatchedSaleClosed, type UnmatchedSale } from './unmatched-sales.ts';
import { takeTurn } from './sales.ts';

/** A person's statement that a record needs nothing more, because it was settled with the network by hand. */
export interface ClosingDecision {
  unmatchedSaleId: number;
  isUnreadable: boolean;
  reason: string;
  staffId: number;
  ip: string;
  /** The second member, where one was needed. */
  confirmedBy: number | null;
  requestKey: RequestKey | null;
}

/**
 * Closes a record that could not be booked. It stores who, when and why, is not retried, and moves no money. Booking
 * and closing use the same lock, so a sale is either booked or closed.
 */
export async function closeUnmatchedSale(ctx: Context, decision: ClosingDecision): Promise<void> {
  const { unmatchedSaleId, reason, staffId, ip, requestKey, confirmedBy } = decision;
  await repeatable(ctx, requestKey, () =>
    ctx.db.inSystem((tx) =>
      doOnce(tx, requestKey, ctx.clock.now(), async () => {
        // Taken before the turn of its network, because the process that has that turn waits for companies' money.
        if (confirmedBy === null) await lockUnconfirmedLimit(ctx, tx, staffId);
        const { partnerId, externalId, sum } = await requireOpen(tx, decision);
        // A sale that is never booked is a gift of this sum to the client.
        const counted = { userId: staffId, action: 'closeOrphan', subjectId: unmatchedSaleId, sum };
        await countUnconfirmed(ctx, tx, { ...counted, confirmedBy });
        const now = ctx.clock.now();
        await markUnmatchedSaleClosed(tx, { id: unmatchedSaleId, staffId, reason, now });
        const details = { orphanId: unmatchedSaleId, partnerId, externalId, reason };
        await recordEvent(tx, { at: now, what: 'orphan-closed', userId: staffId, ip, details });
        return null;
      }),
    ),
  );
}

async function requireOpen(
  tx: Db,
  { unmatchedSaleId, isUnreadable }: ClosingDecision,
): Promise<UnmatchedSale> {
  const known = await findUnmatchedSale(tx, unmatchedSaleId);
  if (!known || known.isUnreadable !== isUnreadable) throw notFound('Запись не найдена');
  await takeTurn(tx, known.partnerId);
  const unmatchedSale = (await findUnmatchedSale(tx, unmatchedSaleId)) ?? known;
  if (unmatchedSale.bookedAt) throw conflict('Запись уже проведена: закрывать её не нужно');
  if (unmatchedSale.closedAt) throw conflict('Запись уже закрыта другим сотрудником');
  return unmatchedSale;
}
