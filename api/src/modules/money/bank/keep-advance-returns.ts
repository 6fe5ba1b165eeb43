import type { Context } from '../../../context.ts';
import { lockClientIds } from '../../companies/companies/lock-client-ids.ts';
import { insertReturns } from './advance-return-store.ts';
import type { OutgoingPayment } from './advance-return.ts';
import { takeTurn } from './payment-store.ts';

/**
 * Stores a statement's outgoing payments to clients, each once: a person decides whether it was a returned advance.
 * No money moves on its own.
 */
export async function keepAdvanceReturns(
  ctx: Context,
  fileId: number,
  outgoing: readonly OutgoingPayment[],
): Promise<void> {
  if (outgoing.length === 0) return;
  await ctx.db.inSystem(async (tx) => {
    await takeTurn(tx);
    const companiesByInn = await lockClientIds(
      tx,
      outgoing.flatMap(({ document }) => document.payee.inn ?? []),
    );
    const paid = outgoing.flatMap((one) => {
      const companyId = companiesByInn.get(one.document.payee.inn ?? '');
      return companyId === undefined ? [] : [{ ...one, companyId }];
    });
    await insertReturns(tx, { fileId, paid, now: ctx.clock.now() });
  });
}
