import type { Context } from '../../../context.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { findSaidNotice, putNotice, type SaidNotice } from './holiday-notice-store.ts';

/** Writes the announcement of the cabinet; without days it is taken down. */
export async function saveHolidayNotice(
  ctx: Context,
  said: SaidNotice & { userId: number; ip: string },
): Promise<void> {
  const { userId, ip, ...notice } = said;
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const before = await findSaidNotice(tx);
    await putNotice(tx, { ...notice, userId, now });
    await recordEvent(tx, {
      at: now,
      what: 'holiday-notice-changed',
      userId,
      ip,
      ...(before && { before: { ...before } }),
      after: { ...notice },
    });
  });
}
