import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { deleteRequest } from './erasure-store.ts';

/** Takes the wish back, as long as it was not carried out. */
export async function cancelErasure(
  ctx: Context,
  { userId, ip }: { userId: number; ip: string },
): Promise<void> {
  await ctx.db.inSystem(async (tx) => {
    if (!(await deleteRequest(tx, userId))) throw notFound('Просьбы об удалении нет');
    await recordEvent(tx, { at: ctx.clock.now(), what: 'erasure-cancelled', userId, ip });
  });
}
