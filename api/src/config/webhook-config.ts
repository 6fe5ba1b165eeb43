import { ConfigError, readChoice } from '../environment.ts';

export interface WebhookConfig {
  /** Allows receivers on this machine and in its network, for development alone. */
  inner: boolean;
  /** The ports of receivers that webhooks may go to. Null means every port. */
  ports: readonly number[] | null;
  /** Seals the secrets that sign what is sent. Null means that webhooks are not offered. */
  key: string | null;
}

const KEY_LENGTH = 32;
/** A development machine has nothing that needs a stored key. */
const DEVELOPMENT_KEY = 'webhooks of a development machine';

export function readWebhookConfig(env: NodeJS.ProcessEnv, production: boolean): WebhookConfig {
  // WEBHOOKS_INNER [`1`, `0` in production]: `1` lets webhooks go to addresses inside, such as this machine, and by plain HTTP.
  const inner = readChoice(env, 'WEBHOOKS_INNER', ['0', '1'] as const, production ? '0' : '1');
  // WEBHOOKS_PORTS [`443,80`; with WEBHOOKS_INNER=1 every port]: the ports of receivers that webhooks may go to, with commas between them.
  const ports = parsePorts(env.WEBHOOKS_PORTS ?? (inner === '1' ? '' : '443,80'));
  // WEBHOOKS_KEY [one of its own in development; in production none, and no webhooks]: encrypts the secrets that sign webhooks.
  const key = env.WEBHOOKS_KEY || null;
  if (key && key.length < KEY_LENGTH)
    throw new ConfigError(`WEBHOOKS_KEY is a secret: it needs ${KEY_LENGTH} characters or more.`);
  return { inner: inner === '1', ports, key: key ?? (production ? null : DEVELOPMENT_KEY) };
}

function parsePorts(list: string): number[] | null {
  if (list.trim() === '') return null;
  const ports = list.split(',').map((port) => Number(port.trim()));
  if (ports.some((port) => !Number.isInteger(port) || port < 1 || port > 65_535))
    throw new ConfigError('WEBHOOKS_PORTS is not a list of ports with commas between them.');
  return ports;
}
