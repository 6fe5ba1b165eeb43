import type { EventType } from '#contract/companies/events.ts';
import { MAX_WEBHOOKS } from '#contract/companies/webhooks.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { WebhookConfig } from '../../../config/webhook-config.ts';
import type { Context } from '../../../context.ts';
import { conflict, fieldRefusal } from '../../../errors.ts';
import { isPortAllowed } from '../../../gateways/webhooks/post-webhook.ts';
import { isInnerHost } from '../../../lib/inner-address.ts';
import { seal } from '../../../lib/secrets.ts';
import { readHorizon } from '../events/events.ts';
import { webhookKey, countWebhooks, insertWebhook } from './webhooks.ts';
import { newWebhookSecret } from './webhook-secret.ts';
import { writeFor, type WebhookOwner } from './write-for.ts';

/** Has events sent to an address from now on. Returns its secret, which is never shown again. */
export async function createWebhook(
  ctx: Context,
  input: WebhookOwner & { userId: number; url: string; types: readonly EventType[] },
): Promise<{ id: number; secret: string }> {
  const { scope, userId, url, logCompanyId = scope.companyId } = input;
  assertPublicUrl(url, ctx.config.webhooks);
  const secret = newWebhookSecret();
  const secretSealed = seal(secret, webhookKey(ctx));
  const types = [...new Set(input.types)];
  const now = ctx.clock.now();
  const id = await writeFor(ctx, input, async (tx) => {
    if ((await countWebhooks(tx, scope)) >= MAX_WEBHOOKS) throw conflict(TOO_MANY);
    const { generation, xid } = await readHorizon(tx);
    const after = { generation, xid, id: 0 };
    const id = await insertWebhook(tx, scope, { url, types, secretSealed, after, userId, now });
    await recordEvent(tx, {
      at: now,
      what: 'webhook-created',
      userId,
      companyId: logCompanyId,
      after: { url, types },
    });
    return id;
  });
  return { id, secret };
}

const TOO_MANY = `Адресов не больше ${MAX_WEBHOOKS}. Удалите ненужный`;

/** Refuses an address that never leads to the internet. Names are resolved when a message is sent, because they may change. */
function assertPublicUrl(url: string, { inner, ports }: WebhookConfig): void {
  const address = new URL(url);
  const { protocol, hostname, username, password } = address;
  if (username || password)
    throw fieldRefusal('url', 'Имя и пароль в адресе не указывают: проверяйте подпись');
  if (!isPortAllowed(address, ports))
    throw fieldRefusal('url', `Порт не разрешён: подойдут ${ports?.join(', ')}`);
  if (inner) return;
  if (protocol !== 'https:') throw fieldRefusal('url', 'Ожидается адрес, который начинается с https://');
  if (isInnerHost(hostname)) throw fieldRefusal('url', 'Адрес во внутренней сети: отсюда его не достать');
}
