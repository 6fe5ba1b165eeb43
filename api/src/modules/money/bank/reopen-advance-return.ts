import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { lockMoney } from '../ledger/lock-money.ts';
import { postUnderLock } from '../posting/post-under-lock.ts';
import { markReopened } from './advance-return-store.ts';
import type { AdvanceReturn } from './advance-return.ts';
import { bankPlaces } from './bank-places.ts';
import { takeTurn } from './payment-store.ts';
import { requireDecidedReturn, requireReturn } from './require-return.ts';

export interface ReopenedReturn {
  returnId: number;
  revision: number;
  reason: string;
  staffId: number;
  ip: string;
  requestKey: RequestKey | null;
}

/**
 * Takes back what was said of a payment to a client by mistake; it waits for a person again. Money that was booked off
 * his account comes back by a movement the other way. Refuses: 404 no such return; 409 it waits, or what was said since
 * is not what this person has read.
 */
export async function reopenAdvanceReturn(ctx: Context, said: ReopenedReturn): Promise<AdvanceReturn> {
  const { returnId, revision, reason, staffId, ip, requestKey } = said;
  await ctx.db.inSystem((tx) =>
    doOnce(tx, requestKey, ctx.clock.now(), async () => {
      await takeTurn(tx);
      const found = await requireDecidedReturn(tx, returnId, revision);
      await lockMoney(tx, [found.company.id]);
      const now = ctx.clock.now();
      const turn = revision + 1;
      if (found.state === 'booked') await reverseReturn(tx, now, { found, turn });
      await markReopened(tx, { id: returnId, turn, reason, staffId, now });
      await recordEvent(tx, {
        at: now,
        what: 'advance-return-reopened',
        userId: staffId,
        companyId: found.company.id,
        ip,
        details: { returnId, sumKopecks: found.sum, state: found.state, reason },
      });
      return { returnId };
    }),
  );
  return requireReturn(ctx.db.system, returnId);
}

async function reverseReturn(
  tx: Db,
  now: Date,
  { found, turn }: { found: AdvanceReturn; turn: number },
): Promise<void> {
  const { id, key, company, sum } = found;
  const { bank, unallocated } = bankPlaces(company.id);
  await postUnderLock(tx, now, [bank, unallocated], (books) => {
    const posting = books.post([
      {
        requestId: `bank:${key}:return:reverse:${turn}`,
        kind: 'reverse-return',
        from: bank,
        to: unallocated,
        amount: sum,
        subject: { kind: 'advance-return', id },
      },
    ]);
    if (!posting.ok) throw new Error(`return ${id} can’t come back`);
  });
}
