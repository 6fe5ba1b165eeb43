import { ConfigError, webAddress } from '../environment.ts';

export interface BotConfig {
  token: string;
  name: string;
  /** Secret that proves that an update comes from the messenger. */
  secret: string;
  url: string;
}

interface PushConfig {
  publicKey: string;
  privateKey: string;
  contact: string;
  hosts: readonly string[];
}

/** Null means an embedded fake, and in production none. */
export interface ChannelConfig {
  telegram: BotConfig | null;
  max: BotConfig | null;
  push: PushConfig | null;
}

const PUSH_HOSTS =
  'fcm.googleapis.com,updates.push.services.mozilla.com,.push.apple.com,.notify.windows.com,push.yandex.ru';

export function readChannelConfig(
  env: NodeJS.ProcessEnv,
  given: { publicUrl: string | null; operatorEmail: string },
): ChannelConfig {
  return {
    // TELEGRAM_BOT_TOKEN, TELEGRAM_BOT_NAME [an embedded one; in production none]: the bot, its name without `@`: three or none.
    // TELEGRAM_WEBHOOK_SECRET [with these]: 16 to 256 letters and digits of your own; `npm run bots` hands it over.
    // TELEGRAM_URL [`https://api.telegram.org`]: another address of its API, such as a proxy.
    telegram: readBotConfig(
      'The bot of Telegram',
      {
        TELEGRAM_BOT_TOKEN: env.TELEGRAM_BOT_TOKEN,
        TELEGRAM_BOT_NAME: env.TELEGRAM_BOT_NAME,
        TELEGRAM_WEBHOOK_SECRET: env.TELEGRAM_WEBHOOK_SECRET,
      },
      webAddress(env, 'TELEGRAM_URL') ?? 'https://api.telegram.org',
      given.publicUrl,
    ),
    // MAX_BOT_TOKEN, MAX_BOT_NAME [an embedded one; in production none]: the bot, its name in its address: three or none.
    // MAX_WEBHOOK_SECRET [with these]: as with Telegram.
    // MAX_URL [`https://platform-api2.max.ru`]: another address of its API.
    max: readBotConfig(
      'The bot of MAX',
      {
        MAX_BOT_TOKEN: env.MAX_BOT_TOKEN,
        MAX_BOT_NAME: env.MAX_BOT_NAME,
        MAX_WEBHOOK_SECRET: env.MAX_WEBHOOK_SECRET,
      },
      webAddress(env, 'MAX_URL') ?? 'https://platform-api2.max.ru',
      given.publicUrl,
    ),
    push: readPushConfig(env, given.operatorEmail),
  };
}

/** All three or none: half a bot would only fail when a user links it. */
function readBotConfig(
  whose: string,
  input: Record<string, string | undefined>,
  url: string,
  publicUrl: string | null,
): BotConfig | null {
  const names = Object.keys(input);
  const missing = names.filter((name) => !input[name]);
  if (missing.length === names.length) return null;
  if (missing.length > 0)
    throw new ConfigError(`${whose} needs ${missing.join(', ')} as well: three or none.`);
  const [token = '', name = '', secret = ''] = Object.values(input) as string[];
  if (!/^[A-Za-z0-9_-]{16,256}$/.test(secret))
    throw new ConfigError(`${names[2]} is not 16 to 256 letters, digits, _ and -.`);
  if (publicUrl === null)
    throw new ConfigError(`${whose} needs PUBLIC_URL: it is heard there, and its buttons lead there.`);
  return { token, name: name.replace(/^@/, ''), secret, url };
}

const KEY = /^[A-Za-z0-9_-]+$/;

function readPushConfig(env: NodeJS.ProcessEnv, operatorEmail: string): PushConfig | null {
  // PUSH_PUBLIC_KEY, PUSH_PRIVATE_KEY [an embedded one; in production none]: VAPID keys for pushes, `npx web-push generate-vapid-keys`.
  const publicKey = env.PUSH_PUBLIC_KEY ?? '';
  const privateKey = env.PUSH_PRIVATE_KEY ?? '';
  if (!publicKey && !privateKey) return null;
  const sizes = [publicKey, privateKey].map((key) =>
    KEY.test(key) ? Buffer.from(key, 'base64url').length : 0,
  );
  if (sizes[0] !== 65 || sizes[1] !== 32)
    throw new ConfigError('PUSH_PUBLIC_KEY and PUSH_PRIVATE_KEY are not a pair of VAPID keys.');
  // PUSH_CONTACT [the operator’s e-mail]: `mailto:` or https, by which push services reach you.
  const contact = env.PUSH_CONTACT || `mailto:${operatorEmail}`;
  if (!/^(mailto:.+@.+|https:\/\/.+)$/.test(contact))
    throw new ConfigError('PUSH_CONTACT begins neither with mailto: nor with https://.');
  // PUSH_HOSTS [those of Google, Mozilla, Apple, Microsoft, Yandex]: push services that we post to; `.x.ru`: all that end so.
  const hosts = (env.PUSH_HOSTS || PUSH_HOSTS).split(',').map((host) => host.trim().toLowerCase());
  if (hosts.some((host) => !/^\.?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host)))
    throw new ConfigError('PUSH_HOSTS is not a list of hosts with commas between them.');
  return { publicKey, privateKey, contact, hosts };
}
