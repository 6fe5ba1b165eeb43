import type { ChatChannel } from '#contract/messaging/channels.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { conflict, notFound, tooOften } from '../../../errors.ts';
import { hashSha256, newToken } from '../../../lib/secrets.ts';
import { CODE_MINUTES, CODES_PER_HOUR, MAX_CHANNELS } from './channel.ts';
import { countLocked } from './linked-channels.ts';
import { countCodes, insertCode } from './code-store.ts';

const HOUR_MS = 3_600_000;
export const TOO_MANY = `Больше ${MAX_CHANNELS} каналов не привязать. Отвяжите лишние`;

/**
 * The address that carries a person to the bot, with a code that links the chat to him, once, within a quarter of an hour.
 * Refuses: 404 no such bot here, 409 too many links, 429 too many codes.
 */
export async function beginLink(
  ctx: Context,
  args: { userId: number; channel: ChatChannel; ip: string },
): Promise<{ url: string; expiresAt: Date }> {
  const { userId, channel, ip } = args;
  const chat = ctx.channels[channel];
  if (!chat) throw notFound('Этот мессенджер здесь не подключён');
  const now = ctx.clock.now();
  const code = newToken();
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * 60_000);
  await ctx.db.inSystem(async (tx) => {
    if ((await countLocked(tx, userId)) >= MAX_CHANNELS) throw conflict(TOO_MANY);
    const since = new Date(now.getTime() - HOUR_MS);
    if ((await countCodes(tx, { userId, since })) >= CODES_PER_HOUR) throw tooOften(HOUR_MS / 1000);
    await insertCode(tx, { hash: hashSha256(code), userId, channel, now, expiresAt });
    await recordEvent(tx, { at: now, what: 'channel-link-asked', userId, ip, details: { channel } });
  });
  return { url: chat.bot.linkTo(code), expiresAt };
}
