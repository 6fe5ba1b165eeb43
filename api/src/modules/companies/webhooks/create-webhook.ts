import { isIP } from 'node:net';
import type { EventType } from '#contract/events.ts';
import { WEBHOOKS_MOST } from '#contract/webhooks.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { conflict, fieldRefusal } from '../../../errors.ts';
import { isInnerAddress } from '../../../lib/inner-address.ts';
import { seal } from '../../../lib/secrets.ts';
import { readHorizon } from '../events/read-horizon.ts';
import { webhookKey } from './webhook-key.ts';
import { newWebhookSecret } from './webhook-secret.ts';
import { countWebhooks, insertWebhook } from './webhook-store.ts';
import { writeFor, type WebhookOwner } from './write-for.ts';

/** Has events sent to an address from now on. Returns its secret, which nobody is shown again. */
export async function createWebhook(
  ctx: Context,
  said: WebhookOwner & { userId: number; url: string; types: readonly EventType[] },
): Promise<{ id: number; secret: string }> {
  const { scope, userId, url, logOf = scope.companyId } = said;
  assertOutside(url, ctx.config.webhooks.inner);
  const secret = newWebhookSecret();
  const secretSealed = seal(secret, webhookKey(ctx));
  const types = [...new Set(said.types)];
  const now = ctx.clock.now();
  const id = await writeFor(ctx, said, async (tx) => {
    if ((await countWebhooks(tx, scope)) >= WEBHOOKS_MOST) throw conflict(TOO_MANY);
    const { generation, xid } = await readHorizon(tx);
    const after = { generation, xid, id: 0 };
    const id = await insertWebhook(tx, scope, { url, types, secretSealed, after, userId, now });
    await recordEvent(tx, {
      at: now,
      what: 'webhook-created',
      userId,
      companyId: logOf,
      after: { url, types },
    });
    return id;
  });
  return { id, secret };
}

const TOO_MANY = `Адресов не больше ${WEBHOOKS_MOST}. Удалите ненужный`;

/** What a name leads to is looked at when something is sent: it may lead elsewhere by then. */
function assertOutside(url: string, inner: boolean): void {
  const { protocol, hostname, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (username || password)
    throw fieldRefusal('url', 'Имя и пароль в адресе не указывают: проверяйте подпись');
  if (inner) return;
  if (protocol !== 'https:') throw fieldRefusal('url', 'Ожидается адрес, который начинается с https://');
  if (host === 'localhost' || (isIP(host) && isInnerAddress(host)))
    throw fieldRefusal('url', 'Адрес во внутренней сети: отсюда его не достать');
}
