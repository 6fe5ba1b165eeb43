import { MAINTENANCE_OF_EVERYTHING } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { findMaintenance } from './find-maintenance.ts';

/** Until when works close everything; null while they don't. */
export async function findClosedUntil(ctx: Context): Promise<Date | null> {
  const now = ctx.clock.now();
  const whole = await findMaintenance(ctx.db.system, { partnerIds: [MAINTENANCE_OF_EVERYTHING], now });
  return whole?.endsAt ?? null;
}
