import type { Context } from '../../../context.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { markDecided } from './advance-return-store.ts';
import type { AdvanceReturn } from './advance-return.ts';
import { decideReturn, type ReturnWord } from './decide-return.ts';
import { requireWaitingReturn } from './require-return.ts';

export interface DismissedReturn extends ReturnWord {
  reason: string;
}

/**
 * Records a person's decision that a payment to a client was no returned advance; no money moves. Refuses: 404 no
 * such return; 409 it is decided already.
 */
export function dismissAdvanceReturn(ctx: Context, said: DismissedReturn): Promise<AdvanceReturn> {
  const { returnId, reason, staffId, ip } = said;
  return decideReturn(ctx, said, async (tx) => {
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
