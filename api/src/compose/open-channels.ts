import type { Config } from '../config/config.ts';
import type { BotConfig } from '../config/channel-config.ts';
import type { Channels } from '../context.ts';
import type { Db } from '../db/database.ts';
import type { ChatBot, ChatWire } from '../gateways/chat-bot/chat-bot.ts';
import { outboxChats, type OutboxChats } from '../gateways/chat-bot/outbox-chats.ts';
import { maxBot } from '../gateways/max/max-bot.ts';
import { maxWire } from '../gateways/max/max-wire.ts';
import { telegramBot } from '../gateways/telegram/telegram-bot.ts';
import { telegramWire } from '../gateways/telegram/telegram-wire.ts';
import { httpPush } from '../gateways/web-push/http-push.ts';
import type { Clock } from '../lib/clock.ts';
import { newToken } from '../lib/secrets.ts';

/** Each channel as it is configured; without that an embedded one, where codes from SMS are shown on a page too: never in production. */
export function openChannels({ channels, sms }: Config, db: Db, clock: Clock): Channels {
  const outbox = sms.provider === 'outbox' ? outboxChats({ db, clock }) : null;
  const { telegram, max, push } = channels;
  return {
    telegram: openBot(telegram, telegramBot, outbox, telegramWire),
    max: openBot(max, maxBot, outbox, maxWire),
    push: push ? httpPush(push) : (outbox?.push ?? null),
    outbox,
  };
}

function openBot(
  config: BotConfig | null,
  connect: (options: { token: string; name: string; baseUrl: string }) => ChatBot,
  outbox: OutboxChats | null,
  wire: ChatWire,
): Channels['telegram'] {
  if (config) return { bot: connect({ ...config, baseUrl: config.url }), secret: config.secret };
  // Only the page of the fake, in this same process, has to know the secret.
  return outbox && { bot: outbox.bot(wire), secret: newToken() };
}
