import { ConfigError, oneOf } from './environment.ts';

export interface WebhookConfig {
  /** Receivers on this machine and in its network may be told: for development alone. */
  inner: boolean;
  /** Seals the secrets that sign what is sent; null: webhooks are not offered. */
  key: string | null;
}

const KEY_LENGTH = 32;
/** Nothing on a development machine is worth a key that has to be kept. */
const DEVELOPMENT_KEY = 'webhooks of a development machine';

export function webhooksOf(env: NodeJS.ProcessEnv, production: boolean): WebhookConfig {
  // WEBHOOKS_INNER [`1`, `0` in production]: `1` lets webhooks go to addresses inside, such as this machine, and by plain HTTP.
  const inner = oneOf(env, 'WEBHOOKS_INNER', ['0', '1'] as const, production ? '0' : '1');
  // WEBHOOKS_KEY [one of its own in development; in production none, and no webhooks]: seals the secrets that sign them.
  const key = env.WEBHOOKS_KEY || null;
  if (key && key.length < KEY_LENGTH)
    throw new ConfigError(`WEBHOOKS_KEY is a secret: it needs ${KEY_LENGTH} characters or more.`);
  return { inner: inner === '1', key: key ?? (production ? null : DEVELOPMENT_KEY) };
}
