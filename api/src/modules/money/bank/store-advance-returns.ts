import { setImmediate } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import { lockClientIds } from '../../companies/companies/companies.ts';
import { insertReturns } from './advance-returns.ts';
import type { OutgoingPayment } from './advance-return.ts';
import { takeTurn } from './payment-store.ts';

/** Payments per transaction: few enough that no one else waits for long. */
const BATCH_SIZE = 200;

/**
 * Stores a statement's outgoing payments to clients, each once: a person decides whether it was a returned advance.
 * No money moves on its own. `goOn` throws where it is time to stop.
 */
export async function storeAdvanceReturns(
  ctx: Context,
  fileId: number,
  { outgoing, goOn }: { outgoing: readonly OutgoingPayment[]; goOn: () => void },
): Promise<void> {
  for (let from = 0; from < outgoing.length; from += BATCH_SIZE) {
    await setImmediate();
    goOn();
    await storePart(ctx, fileId, outgoing.slice(from, from + BATCH_SIZE));
  }
}

async function storePart(ctx: Context, fileId: number, part: readonly OutgoingPayment[]): Promise<void> {
  await ctx.db.inSystem(async (tx) => {
    await takeTurn(tx);
    const companiesByInn = await lockClientIds(
      tx,
      part.flatMap(({ document }) => document.payee.inn ?? []),
    );
    const paid = part.flatMap((outgoingPayment) => {
      const companyId = companiesByInn.get(outgoingPayment.document.payee.inn ?? '');
      return companyId === undefined ? [] : [{ ...outgoingPayment, companyId }];
    });
    if (paid.length > 0) await insertReturns(tx, { fileId, paid, now: ctx.clock.now() });
  });
}
