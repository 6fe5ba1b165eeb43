import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/messaging/channels.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { maxUpdates } from '../../../gateways/max/max-updates.ts';
import { telegramUpdates } from '../../../gateways/telegram/telegram-updates.ts';
import { bind } from '../../../http/bind.ts';
import { presentOutboxChat } from './present.ts';

const UPDATE_CALLS = { telegram: calls.hearTelegram, max: calls.hearMax } satisfies Record<
  calls.ChatChannel,
  unknown
>;
const UPDATES = { telegram: telegramUpdates, max: maxUpdates } satisfies Record<calls.ChatChannel, unknown>;

/**
 * Simulates the messengers of a development machine: actions in their chats come to the webhook, with its secret, as a
 * messenger would post them.
 */
export function outboxRoutes(app: FastifyInstance, ctx: Context): void {
  const { outbox } = ctx.channels;
  if (!outbox) return;

  async function post(channel: calls.ChatChannel, update: object): Promise<void> {
    const chat = ctx.channels[channel];
    if (chat?.bot.provider !== 'embedded') throw notFound('Этот мессенджер подключён настоящий');
    await app.inject({
      method: 'POST',
      url: UPDATE_CALLS[channel].path,
      headers: { [chat.bot.secretHeader]: chat.secret },
      payload: update,
    });
  }

  bind(app, ctx, calls.listOutboxChats, async () => ({
    data: (await outbox.messages()).map(presentOutboxChat),
  }));

  bind(app, ctx, calls.startOutboxChat, async ({ body: { channel, code, chat: input } }) => {
    const chat = /^\d{1,15}$/.test(input ?? '') ? Number(input) : randomInt(10 ** 6, 10 ** 9);
    await post(channel, UPDATES[channel].began({ chat, code, now: ctx.clock.now() }));
    return { data: { chat: String(chat) } };
  });

  bind(app, ctx, calls.pressOutboxButton, async ({ body: { message: id, button } }) => {
    const message = (await outbox.messages()).find((outboxChatMessage) => outboxChatMessage.id === id);
    if (!message || message.channel === 'push') throw notFound();
    const { channel, chat } = message;
    const click = { chat: Number(chat), message: String(id), button, now: ctx.clock.now() };
    await post(channel, UPDATES[channel].pressed(click));
    return { data: {} };
  });
}
