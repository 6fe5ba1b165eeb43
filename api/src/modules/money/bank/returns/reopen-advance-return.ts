import type { Context } from '../../../../context.ts';
import { recordEvent } from '../../../../audit/record-event.ts';
import { countUnconfirmed } from '../../../identity/approvals/unconfirmed-movements.ts';
import { lockMoney } from '../../ledger/lock-money.ts';
import { postUnderLock } from '../../posting/post-under-lock.ts';
import { markReopened, requireDecidedReturn } from './advance-returns.ts';
import type { AdvanceReturn } from './advance-return.ts';
import { bankPlaces } from '../booking-file.ts';
import { decideReturn, type MovingReturnDecision } from './decide-return.ts';

export interface ReopenedReturn extends MovingReturnDecision {
  /** The decision that was read. */
  revision: number;
  reason: string;
}

/**
 * Takes back a mistaken decision about a payment to a client, which then waits for a person again. Money that was
 * booked off the client's account comes back by a movement in the opposite direction. Refuses: 404 no such return; 409
 * it waits, or has a newer decision than the one this person read.
 */
export function reopenAdvanceReturn(ctx: Context, input: ReopenedReturn): Promise<AdvanceReturn> {
  const { returnId, revision, reason, staffId, ip, confirmedBy } = input;
  return decideReturn(ctx, input, async (tx) => {
    const { key, company, sum, state } = await requireDecidedReturn(tx, returnId, revision);
    const moved = { userId: staffId, action: 'reopenAdvanceReturn', subjectId: returnId, sum };
    if (state === 'booked') await countUnconfirmed(ctx, tx, { ...moved, confirmedBy });
    await lockMoney(tx, [company.id]);
    const now = ctx.clock.now();
    const turn = revision + 1;
    const { bank, unallocated } = bankPlaces(company.id);
    if (state === 'booked') {
      await postUnderLock(tx, now, {
        needs: { places: [bank, unallocated] },
        decide(books) {
          const requestId = `bank:${key}:return:reverse:${turn}`;
          const subject = { kind: 'advance-return', id: returnId } as const;
          const { ok } = books.post([
            { requestId, kind: 'reverse-return', from: bank, to: unallocated, amount: sum, subject },
          ]);
          if (!ok) throw new Error(`return ${returnId} can’t come back`);
        },
      });
    }
    await markReopened(tx, { id: returnId, turn, reason, staffId, now });
    await recordEvent(tx, {
      at: now,
      what: 'advance-return-reopened',
      userId: staffId,
      companyId: company.id,
      ip,
      details: { returnId, sumKopecks: sum, state, reason },
    });
  });
}
