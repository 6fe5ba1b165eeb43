import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { deleteWebhook } from './webhook-store.ts';
import { writeFor, type WebhookOwner } from './write-for.ts';

/** Sends nothing more to an address. Refuses: 404. */
export async function removeWebhook(ctx: Context, owner: WebhookOwner, id: number): Promise<void> {
  const url = await writeFor(ctx, owner, (tx) => deleteWebhook(tx, owner.scope, id));
  if (url === null) throw notFound('Вебхук не найден');
}
