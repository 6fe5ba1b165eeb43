import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { secondPersonNeeded } from '../../../errors.ts';
import { formatRubles, moscowDay } from '../../../lib/money-format.ts';
import { insertMovedAlone, sumMovedAlone, takeAloneTurn, type MovedAlone } from './moved-alone-store.ts';
import { readLimit } from './read-limit.ts';

/** A movement of money by a member of the staff, and who has confirmed it. */
export type StaffMovement = MovedAlone & { confirmedBy: number | null };

/**
 * Returns what the member may still move alone today, and makes his other movements wait until the transaction ends.
 * Call it before companies and their money are locked, so that two transactions never wait for each other.
 */
export async function lockAlone(ctx: Context, tx: Db, userId: number): Promise<Kopecks> {
  await takeAloneTurn(tx, userId);
  const moved = await sumMovedAlone(tx, userId, moscowDay(ctx.clock.now()));
  return kopecks(Math.max(0, (await readLimit(ctx, tx)) - moved));
}

export async function recordAlone(ctx: Context, tx: Db, movement: MovedAlone): Promise<void> {
  const now = ctx.clock.now();
  if (movement.sum > 0) await insertMovedAlone(tx, movement, { day: moscowDay(now), now });
}

/**
 * Counts a movement to what its author moves alone today, in the transaction that moves it. Refuses with `second-person`
 * what exceeds the limit: then the call is kept for a second member. A confirmed movement counts for no one.
 */
export async function countAlone(
  ctx: Context,
  tx: Db,
  { confirmedBy, ...movement }: StaffMovement,
): Promise<void> {
  if (confirmedBy !== null || movement.sum <= 0) return;
  const left = await lockAlone(ctx, tx, movement.userId);
  if (movement.sum > left)
    throw secondPersonNeeded(
      `Сегодня вы можете провести один ещё ${formatRubles(left)}: ${formatRubles(movement.sum)} подтверждает второй сотрудник`,
    );
  await recordAlone(ctx, tx, movement);
}
