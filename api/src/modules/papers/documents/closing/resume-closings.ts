import type { Context } from '../../../../context.ts';
import { closeCompanies } from './close-companies.ts';
import { findAbandonedMonth } from './closing-progress.ts';

/**
 * Continues a month whose process has died, which the queue itself would notice only after hours. Called again and
 * again.
 */
export async function resumeClosings(ctx: Context): Promise<void> {
  const month = await findAbandonedMonth(ctx.db.system, ctx.clock.now());
  if (month !== null) await closeCompanies(ctx, month);
}
