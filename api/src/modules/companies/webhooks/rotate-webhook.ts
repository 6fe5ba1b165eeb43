import { FORMER_SECRET_HOURS } from '#contract/webhooks.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { seal } from '../../../lib/secrets.ts';
import { webhookKey } from './webhook-key.ts';
import { newWebhookSecret } from './webhook-secret.ts';
import { updateSecret } from './webhook-store.ts';
import { writeFor, type WebhookOwner } from './write-for.ts';

const HOUR_MS = 3_600_000;

/** Exchanges the secret; both sign until receivers have had time to take the new one. */
export async function rotateWebhook(
  ctx: Context,
  said: WebhookOwner & { id: number; userId: number },
): Promise<string> {
  const { id, scope, userId, logOf = scope.companyId } = said;
  const secret = newWebhookSecret();
  const secretSealed = seal(secret, webhookKey(ctx));
  const now = ctx.clock.now();
  const formerUntil = new Date(now.getTime() + FORMER_SECRET_HOURS * HOUR_MS);
  await writeFor(ctx, said, async (tx) => {
    if (!(await updateSecret(tx, scope, { id, secretSealed, formerUntil })))
      throw notFound('Вебхук не найден');
    await recordEvent(tx, {
      at: now,
      what: 'webhook-rotated',
      userId,
      companyId: logOf,
      after: { webhook: id },
    });
  });
  return secret;
}
