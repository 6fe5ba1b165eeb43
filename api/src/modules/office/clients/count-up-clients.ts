import type { Context } from '../../../context.ts';
import { countUp, lockReach, moveReach } from './standing-store.ts';

/** A part that is counted within a moment. */
const AT_ONCE = 50_000;
/** Longer than any posting takes. */
const SETTLED_MS = 60_000;

/**
 * Counts up where the money of each client stands, from the movements since the last time; one process at a time. True
 * where more are left than one part.
 */
export function countUpClients(ctx: Context): Promise<boolean> {
  return ctx.db.inSystem(async (tx) => {
    const reach = await lockReach(tx);
    if (reach === null) return false;
    const settled = new Date(ctx.clock.now().getTime() - SETTLED_MS);
    const counted = await countUp(tx, { reach, most: AT_ONCE, settled });
    await moveReach(tx, counted.reach);
    return counted.reach > reach && counted.last > reach + AT_ONCE;
  });
}
