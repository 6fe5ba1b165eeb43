import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { endPhoneChange } from './end-phone-change.ts';
import { findOpenChange } from './phone-change-store.ts';

/** Whoever still has the old phone stops it. */
export async function cancelPhoneChange(
  ctx: Context,
  { userId, ip }: { userId: number; ip: string },
): Promise<void> {
  const open = await findOpenChange(ctx.db.system, userId);
  if (!open) throw notFound('Заявки на другой телефон нет');
  await endPhoneChange(ctx, { id: open.id, reason: null, userId, ip, state: 'cancelled' });
}
