import { Webhook } from 'standardwebhooks';
import { PREVIOUS_SECRET_HOURS } from '#contract/companies/webhooks.ts';
import { newToken, openSealed, seal } from '../../../lib/secrets.ts';
import type { DueDelivery } from './deliveries.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { webhookKey, updateSecret } from './webhooks.ts';
import { writeFor, type WebhookOwner } from './write-for.ts';

const PREFIX = 'whsec_';

/** 256 bits, which the libraries of receivers accept. */
export function newWebhookSecret(): string {
  return PREFIX + Buffer.from(newToken(), 'base64url').toString('base64');
}

/** The three headers of Standard Webhooks 1.0.0; while the secret is being exchanged, with both signatures. */
export type SignDelivery = (delivery: DueDelivery) => Record<string, string>;

/** Signs the deliveries of one moment. A sealed secret is opened once for all deliveries to an address. */
export function deliverySigner({ key, now }: { key: string; now: Date }): SignDelivery {
  const opened = new Map<string, Webhook | null>();
  return (delivery) => {
    const { former_secret_sealed: previous, former_until: until } = delivery;
    const sealed =
      previous && until && until > now ? [delivery.secret_sealed, previous] : [delivery.secret_sealed];
    const id = `msg_${delivery.id}`;
    const signatures = sealed.flatMap(
      (buffer) => getSigner(opened, buffer, key)?.sign(id, now, delivery.body) ?? [],
    );
    return {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    };
  };
}

function getSigner(opened: Map<string, Webhook | null>, sealed: Buffer, key: string): Webhook | null {
  const name = sealed.toString('latin1');
  const known = opened.get(name);
  if (known !== undefined) return known;
  const secret = openSealed(sealed, key);
  const signer = secret === null ? null : new Webhook(secret);
  opened.set(name, signer);
  return signer;
}

const HOUR_MS = 3_600_000;

/** Exchanges the secret; both sign until receivers have had time to take the new one. */
export async function rotateWebhook(
  ctx: Context,
  input: WebhookOwner & { id: number; userId: number },
): Promise<string> {
  const { id, scope, userId, logCompanyId = scope.companyId } = input;
  const secret = newWebhookSecret();
  const secretSealed = seal(secret, webhookKey(ctx));
  const now = ctx.clock.now();
  const previousUntil = new Date(now.getTime() + PREVIOUS_SECRET_HOURS * HOUR_MS);
  await writeFor(ctx, input, async (tx) => {
    if (!(await updateSecret(tx, scope, { id, secretSealed, formerUntil: previousUntil })))
      throw notFound('Вебхук не найден');
    await recordEvent(tx, {
      at: now,
      what: 'webhook-rotated',
      userId,
      companyId: logCompanyId,
      after: { webhook: id },
    });
  });
  return secret;
}
