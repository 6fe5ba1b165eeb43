import type { Context } from '../../../context.ts';
import { findCompanyBlock } from '../../companies/companies/company-block.ts';
import { unblockClient } from '../clients/block-client.ts';
import { endStop, listStoppedClients, type StoppedClient } from './action-store.ts';
import { findOverdueSum } from './unpaid-part-store.ts';

/** Thrown inside the transaction when the debt is late again. */
class StillLate extends Error {
  override readonly name = 'StillLate';
}

/**
 * Sets the clients to work again whose cards a rule has stopped and who have paid what was late. A block that staff
 * have ended or replaced is theirs to decide about.
 */
export async function releasePaidDebtors(ctx: Context): Promise<void> {
  for (const stopped of await listStoppedClients(ctx.db.system)) {
    const { companyId, stoppedAt } = stopped;
    const block = await findCompanyBlock(ctx.db.system, companyId);
    if (block?.since.getTime() !== stoppedAt.getTime())
      await ctx.db.inSystem((tx) => endStop(tx, stopped.id, null));
    else if ((await findOverdueSum(ctx.db.system, companyId, ctx.clock.now())) === 0)
      await release(ctx, stopped);
  }
}

async function release(ctx: Context, { id, companyId }: StoppedClient): Promise<void> {
  try {
    await unblockClient(ctx, {
      companyId,
      userId: null,
      reason: 'Долг оплачен',
      requestKey: null,
      alsoIn: async (tx, now) => {
        if ((await findOverdueSum(tx, companyId, now)) > 0) throw new StillLate();
        await endStop(tx, id, now);
      },
    });
  } catch (error) {
    if (!(error instanceof StillLate)) throw error;
  }
}
