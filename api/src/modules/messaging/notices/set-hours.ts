import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { findHours, writeHours } from './notice-choices.ts';
import type { Hours } from './hours.ts';

/** Sets a person's quiet hours and digest; what waits already goes out as it was planned. */
export async function setHours(
  ctx: Context,
  { userId, hours, ip }: { userId: number; hours: Hours; ip: string },
): Promise<void> {
  await ctx.db.inSystem(async (tx) => {
    const before = await findHours(tx, userId);
    await writeHours(tx, userId, hours);
    await recordEvent(tx, {
      at: ctx.clock.now(),
      what: 'notice-hours-set',
      userId,
      ip,
      ...(before ? { before: { ...before } } : {}),
      after: { ...hours },
    });
  });
}
