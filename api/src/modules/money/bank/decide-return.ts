import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import type { AdvanceReturn } from './advance-return.ts';
import { takeTurn } from './payment-store.ts';
import { requireReturn } from './require-return.ts';

/** What somebody of the staff says of a payment to a client. */
export interface ReturnWord {
  returnId: number;
  staffId: number;
  ip: string;
  requestKey: RequestKey | null;
}

/** One that moves money, and the second member where one was needed. */
export type MovingReturnWord = ReturnWord & { confirmedBy: number | null };

/** Carries out what was said, once, in turn with everybody who books from the bank. The return as it is then. */
export async function decideReturn(
  ctx: Context,
  { returnId, requestKey }: ReturnWord,
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
