import type { Context } from '../../../../context.ts';
import type { Db } from '../../../../db/database.ts';
import { doOnce, type RequestKey } from '../../../../http/request-key.ts';
import type { AdvanceReturn } from './advance-return.ts';
import { takeTurn } from '../payment-store.ts';
import { requireReturn, markDecided, requireWaitingReturn } from './advance-returns.ts';
import { recordEvent } from '../../../../audit/record-event.ts';

/** Decision of an employee about a payment to a client. */
interface ReturnDecision {
  returnId: number;
  staffId: number;
  ip: string;
  requestKey: RequestKey | null;
}

/** A decision that moves money, with the second member where one was needed. */
export type MovingReturnDecision = ReturnDecision & { confirmedBy: number | null };

/**
 * Carries out the decision, once, in turn with everything that books from the bank. Answers with the updated return.
 */
export async function decideReturn(
  ctx: Context,
  { returnId, requestKey }: ReturnDecision,
  carryOut: (tx: Db) => Promise<void>,
): Promise<AdvanceReturn> {
  await ctx.db.inSystem((tx) =>
    doOnce(tx, requestKey, ctx.clock.now(), async () => {
      await takeTurn(tx);
      await carryOut(tx);
      return { returnId };
    }),
  );
  return requireReturn(ctx.db.system, returnId);
}

export interface DismissedReturn extends ReturnDecision {
  reason: string;
}

/**
 * Records a person's decision that a payment to a client was no returned advance; no money moves. Refuses: 404 no
 * such return; 409 it is decided already.
 */
export function dismissAdvanceReturn(ctx: Context, input: DismissedReturn): Promise<AdvanceReturn> {
  const { returnId, reason, staffId, ip } = input;
  return decideReturn(ctx, input, async (tx) => {
    const now = ctx.clock.now();
    const { company, sum } = await requireWaitingReturn(tx, returnId);
    await markDecided(tx, { id: returnId, state: 'dismissed', reason, staffId, now });
    await recordEvent(tx, {
      at: now,
      what: 'advance-return-dismissed',
      userId: staffId,
      companyId: company.id,
      ip,
      details: { returnId, sumKopecks: sum, reason },
    });
  });
}
