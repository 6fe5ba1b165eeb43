import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { carryOutOperation } from '../settlement/carry-out-operation.ts';
import { finishAlone } from '../../cards/commands/finish-alone.ts';
import type { NetworkSaleEvent } from './sale-money.ts';
import { listWaitingMovements } from './sale-store.ts';

/**
 * Asks the network about movements that wait on a card before its sale is booked: the network knows where that money
 * is, and without it the sale would find the card empty and block it. Silence changes nothing, and a network that is
 * known to be silent is not waited for.
 */
export async function hearOut(
  ctx: Context,
  partnerId: PartnerId,
  sales: readonly NetworkSaleEvent[],
): Promise<void> {
  if (sales.length === 0) return;
  const numbers = [...new Set(sales.map((sale) => sale.cardNumber))];
  const waiting = await listWaitingMovements(ctx.db.system, { partnerId, numbers });
  const breaker = ctx.breakerOf(partnerId);
  for (const operationId of waiting)
    await finishAlone(ctx, operationId, async () => {
      await breaker.through(() => carryOutOperation(ctx, operationId));
    });
}
