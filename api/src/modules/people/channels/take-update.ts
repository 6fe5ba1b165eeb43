import type { ChatChannel } from '#contract/channels.ts';
import type { Context } from '../../../context.ts';
import type { ChatBot, ChatUpdate } from '../../../gateways/chat-bot/chat-bot.ts';
import type { DoButton } from './channel.ts';
import { findByAddress } from './channel-store.ts';
import { linkChat } from './link-chat.ts';
import { pressButton } from './press-button.ts';
import { unlinkChannel } from './unlink-channel.ts';
import { findWaitingUpdate, markTaken } from './update-store.ts';

/** Carries out what a messenger has said, and answers there. Done twice it changes nothing more. */
export async function takeUpdate(ctx: Context, updateId: number, doButton: DoButton): Promise<void> {
  const update = await findWaitingUpdate(ctx.db.system, updateId);
  if (!update) return;
  const bot = ctx.channels[update.channel]?.bot;
  if (bot) await take(ctx, bot, update.said, doButton);
  await markTaken(ctx.db.system, { id: updateId, now: ctx.clock.now() });
}

async function take(ctx: Context, bot: ChatBot, said: ChatUpdate, doButton: DoButton): Promise<void> {
  const { channel } = bot;
  if (said.kind === 'pressed') return pressButton(ctx, { bot, press: said, doButton });
  const answer =
    said.kind === 'began' ? await linkChat(ctx, { channel, ...said }) : await leave(ctx, channel, said.chat);
  if (said.kind === 'left' && !said.aloud) return;
  await bot.send(said.chat, { title: ctx.config.operator.name, text: answer, url: null, buttons: [] });
}

async function leave(ctx: Context, channel: ChatChannel, address: string): Promise<string> {
  const own = await findByAddress(ctx.db.system, { channel, address });
  if (!own) return 'Этот чат не привязан.';
  await unlinkChannel(ctx, { userId: own.userId, id: own.id });
  return 'Чат отвязан: сообщения сюда больше не придут.';
}
