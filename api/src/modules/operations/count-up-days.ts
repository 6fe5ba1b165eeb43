import type { Context } from '../../context.ts';
import { addChangesToDays } from './operation-day-store.ts';

/**
 * Adds what was written of late to the counted days of the operations (docs/decisions/0014). The totals that anybody
 * reads are the same before and after: this keeps them quick, not right.
 */
export async function countUpDays(ctx: Context): Promise<void> {
  await ctx.db.inSystem(addChangesToDays);
}
