import { Webhook } from 'standardwebhooks';
import { newToken, openSealed } from '../../../lib/secrets.ts';
import type { DueDelivery } from './delivery-store.ts';

const PREFIX = 'whsec_';

/** 256 bits, as receivers' libraries take them. */
export function newWebhookSecret(): string {
  return PREFIX + Buffer.from(newToken(), 'base64url').toString('base64');
}

/** The three headers of Standard Webhooks 1.0.0; while the secret is being exchanged, with both signatures. */
export type SignDelivery = (delivery: DueDelivery) => Record<string, string>;

/** For the deliveries of one moment: what is sealed is opened once for all that are sent to an address. */
export function deliverySigner({ key, now }: { key: string; now: Date }): SignDelivery {
  const opened = new Map<string, Webhook | null>();
  return (delivery) => {
    const { former_secret_sealed: former, former_until: until } = delivery;
    const sealed =
      former && until && until > now ? [delivery.secret_sealed, former] : [delivery.secret_sealed];
    const id = `msg_${delivery.id}`;
    const signatures = sealed.flatMap(
      (one) => signerOf(opened, one, key)?.sign(id, now, delivery.body) ?? [],
    );
    return {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    };
  };
}

function signerOf(opened: Map<string, Webhook | null>, sealed: Buffer, key: string): Webhook | null {
  const name = sealed.toString('latin1');
  const known = opened.get(name);
  if (known !== undefined) return known;
  const secret = openSealed(sealed, key);
  const signer = secret === null ? null : new Webhook(secret);
  opened.set(name, signer);
  return signer;
}
