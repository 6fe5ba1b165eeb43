import { MAINTENANCE_OF_EVERYTHING } from '#contract/ids.ts';
import { unavailable } from '../../../errors.ts';
import type { Context } from '../../../context.ts';
import { findMaintenance } from '../../programme/maintenance/maintenance.ts';

/** A write to a card of a partner in maintenance gets 503 with the maintenance message (docs/calls.md 1). */
export async function assertNotInMaintenance(ctx: Context, ...partnerIds: number[]): Promise<void> {
  const maintenance = await findMaintenance(ctx.db.system, {
    partnerIds: [MAINTENANCE_OF_EVERYTHING, ...partnerIds],
    now: ctx.clock.now(),
  });
  if (maintenance) throw unavailable(maintenance.message);
}
