import type { Context } from '../../../context.ts';
import type { FuelNetwork } from '../../../gateways/fuel-network/fuel-network.ts';
import { isSpent, type CallBudget } from './call-budget.ts';
import { storeCompared, listDueCards } from './card-comparison-store.ts';
import { compareNamed } from './compare-named.ts';
import { storeStrays, listStrays } from './stray-card-store.ts';

/**
 * Compares, by their numbers, the cards that come before others and the strays, each once since `since`; what the budget
 * leaves over comes first the next time. Returns how many cards of ours were compared.
 */
export async function compareDue(
  ctx: Context,
  network: FuelNetwork,
  { since, budget }: { since: Date; budget: CallBudget },
): Promise<number> {
  const { partnerId, cardsAtOnce: max } = network;
  let compared = 0;
  while (!isSpent(budget, ctx.clock)) {
    const numbers = await listDueCards(ctx.db.system, { partnerId, before: since, most: max });
    if (numbers.length === 0) break;
    const { ours, differences, balances } = await compareNamed(ctx, network, { numbers, budget });
    const found = ours.map(({ companyId, cardId, cardNumber }) => {
      const difference = differences.get(cardNumber) ?? null;
      const networkKopecks = Number(difference?.details.networkKopecks ?? balances.get(cardNumber) ?? 0);
      return { companyId, cardId, difference, networkKopecks };
    });
    const at = ctx.clock.now();
    await ctx.db.inSystem((tx) => storeCompared(tx, { partnerId, at, compared: found }));
    compared += found.length;
  }
  await checkStrays(ctx, network, { since, budget });
  return compared;
}

async function checkStrays(
  ctx: Context,
  network: FuelNetwork,
  { since, budget }: { since: Date; budget: CallBudget },
): Promise<void> {
  const { partnerId, cardsAtOnce: max } = network;
  while (!isSpent(budget, ctx.clock)) {
    const numbers = await listStrays(ctx.db.system, { partnerId, before: since, most: max });
    if (numbers.length === 0) return;
    const { strangers: unknownCards } = await compareNamed(ctx, network, { numbers, budget });
    const left = unknownCards.filter((stranger) => stranger.balanceKopecks !== 0);
    const at = ctx.clock.now();
    await ctx.db.inSystem((tx) => storeStrays(tx, { partnerId, at, numbers, left }));
  }
}
