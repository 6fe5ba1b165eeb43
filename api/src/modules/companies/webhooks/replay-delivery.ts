import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { requeueDelivery } from './delivery-store.ts';
import { writeFor, type WebhookOwner } from './write-for.ts';

/** Sends once more, at once. Refuses: 404. */
export async function replayDelivery(ctx: Context, owner: WebhookOwner, id: number): Promise<void> {
  const now = ctx.clock.now();
  const webhookId = await writeFor(ctx, owner, (tx) => requeueDelivery(tx, owner.scope, { id, now }));
  if (webhookId === null) throw notFound('Отправка не найдена');
}
