import type { Context } from '../../../context.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { markDecided } from './advance-return-store.ts';
import type { AdvanceReturn } from './advance-return.ts';
import { takeTurn } from './payment-store.ts';
import { requireReturn, requireWaitingReturn } from './require-return.ts';

export interface DismissedReturn {
  returnId: number;
  reason: string;
  staffId: number;
  ip: string;
  requestKey: RequestKey | null;
}

/**
 * Records a person's decision that a payment to a client was no returned advance; no money moves. Refuses: 404 no
 * such return; 409 it is decided already.
 */
export async function dismissAdvanceReturn(ctx: Context, said: DismissedReturn): Promise<AdvanceReturn> {
  const { returnId, reason, staffId, ip, requestKey } = said;
  await ctx.db.inSystem((tx) =>
    doOnce(tx, requestKey, ctx.clock.now(), async () => {
      await takeTurn(tx);
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
      return { returnId };
    }),
  );
  return requireReturn(ctx.db.system, returnId);
}
