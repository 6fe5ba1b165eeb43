import type { Context } from '../../../context.ts';
import { addChangesToDays } from './operation-day-store.ts';

/**
 * Adds recent changes to the counted days of the operations (docs/decisions/0014). Totals are the same before and
 * after; this only keeps them fast.
 */
export async function countUpDays(ctx: Context): Promise<void> {
  await ctx.db.inSystem(addChangesToDays);
}
