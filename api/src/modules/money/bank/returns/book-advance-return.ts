import type { Context } from '../../../../context.ts';
import { recordEvent } from '../../../../audit/record-event.ts';
import { countUnconfirmed } from '../../../identity/approvals/unconfirmed-movements.ts';
import { lockMoney } from '../../ledger/lock-money.ts';
import { postUnderLock } from '../../posting/post-under-lock.ts';
import {
  markDecided,
  requireWaitingReturn,
  bookedElsewhereRefusal,
  ownFundsRefusal,
} from './advance-returns.ts';
import type { AdvanceReturn } from './advance-return.ts';
import { bankPlaces } from '../booking-file.ts';
import { decideReturn, type MovingReturnDecision } from './decide-return.ts';
import { isReturnBookedElsewhere } from '../look-alikes.ts';

/**
 * Books, by a person's decision, what the programme has paid back to a client: it leaves the client's unallocated
 * funds. Refuses: 404 no such return; 409 it is decided already, the same order is booked from another statement, or
 * the client has less money of their own there.
 */
export function bookAdvanceReturn(ctx: Context, input: MovingReturnDecision): Promise<AdvanceReturn> {
  const { returnId, staffId, ip, confirmedBy } = input;
  return decideReturn(ctx, input, async (tx) => {
    const found = await requireWaitingReturn(tx, returnId);
    if (await isReturnBookedElsewhere(tx, returnId)) throw bookedElsewhereRefusal(found);
    const { key, company, sum, reopenings } = found;
    const counted = { userId: staffId, action: 'bookAdvanceReturn', subjectId: returnId, sum };
    await countUnconfirmed(ctx, tx, { ...counted, confirmedBy });
    await lockMoney(tx, [company.id]);
    const now = ctx.clock.now();
    const { bank, unallocated } = bankPlaces(company.id);
    await postUnderLock(tx, now, {
      needs: { places: [bank, unallocated] },
      decide(books) {
        // Only the client's own money is paid back. The account's floor would allow the credit to be paid out as well.
        const own = Math.max(0, books.account(unallocated).balance);
        if (own < sum) throw ownFundsRefusal(found, own);
        // A return booked by mistake and taken back can be booked again.
        const again = reopenings.length === 0 ? '' : `:again:${reopenings.length}`;
        const requestId = `bank:${key}:return${again}`;
        const subject = { kind: 'advance-return', id: returnId } as const;
        const { ok } = books.post([
          { requestId, kind: 'return-advance', from: unallocated, to: bank, amount: sum, subject },
        ]);
        if (!ok) throw new Error(`return ${returnId} was refused by the floor`);
      },
    });
    await markDecided(tx, { id: returnId, state: 'booked', reason: null, staffId, now });
    await recordEvent(tx, {
      at: now,
      what: 'advance-return-booked',
      userId: staffId,
      companyId: company.id,
      ip,
      details: { returnId, sumKopecks: sum },
    });
  });
}
