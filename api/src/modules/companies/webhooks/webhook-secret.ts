import { Webhook } from 'standardwebhooks';
import { newToken, openSealed } from '../../../lib/secrets.ts';
import type { DueDelivery } from './delivery-store.ts';

const PREFIX = 'whsec_';

/** 256 bits, as receivers' libraries take them. */
export function newWebhookSecret(): string {
  return PREFIX + Buffer.from(newToken(), 'base64url').toString('base64');
}

/** The three headers of Standard Webhooks 1.0.0; while the secret is being exchanged, with both signatures. */
export function signDelivery(
  delivery: DueDelivery,
  { key, now }: { key: string; now: Date },
): Record<string, string> {
  const { former_secret_sealed: former, former_until: until } = delivery;
  const sealed = former && until && until > now ? [delivery.secret_sealed, former] : [delivery.secret_sealed];
  const id = `msg_${delivery.id}`;
  const signatures = sealed
    .map((one) => openSealed(one, key))
    .filter((secret) => secret !== null)
    .map((secret) => new Webhook(secret).sign(id, now, delivery.body));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
