import type { Context } from '../../context.ts';
import { closeCompanies } from './close-companies.ts';
import { findAbandonedMonth } from './month-progress-store.ts';

/**
 * Goes on with a month whose process has died: the queue itself would wait for hours before it believes that. To be called
 * again and again.
 */
export async function lookAfterClosings(ctx: Context): Promise<void> {
  const month = await findAbandonedMonth(ctx.db.system, ctx.clock.now());
  if (month !== null) await closeCompanies(ctx, month);
}
