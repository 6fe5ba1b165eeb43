import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { switchOn } from './webhook-store.ts';
import { writeFor, type WebhookOwner } from './write-for.ts';

/** Sends again from where it stopped. Refuses: 404. */
export async function resumeWebhook(ctx: Context, owner: WebhookOwner, id: number): Promise<void> {
  const now = ctx.clock.now();
  if (!(await writeFor(ctx, owner, (tx) => switchOn(tx, owner.scope, { id, now }))))
    throw notFound('Вебхук не найден');
}
