import { hashSha256Hex, randomString } from '../../../lib/secrets.ts';
import type { Context } from '../../../context.ts';
import type { ChatOutcome } from '../../../gateways/chat-bot/chat-bot.ts';
import type { PushOutcome } from '../../../gateways/web-push/push.ts';
import {
  BUTTON_HOURS,
  findAwaitedRequest,
  type ChannelMessage,
  type LinkedChannel,
  type SendOutcome,
} from './channel.ts';
import { endChannels, findAddress, markChannelUsed, type ChannelAddress } from './linked-channels.ts';
import {
  findMessage,
  insertButtons,
  insertMessage,
  listButtons,
  markMessageSent,
  type StoredMessage,
} from './message-store.ts';

const MAX_TEXT_LENGTH = 3500;
/** An error on our side needs a person to correct it, so a quick retry is useless. */
const REFUSED_WAIT_SECONDS = 1800;
const BUTTON_SIGNS = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** 165 bits. */
const BUTTON_LENGTH = 32;

/**
 * Sends a message over a person's channel, once under its key. Returns `gone` when the chat has no reader any more,
 * which ends the link. If the messenger does not respond, the person may get the message twice. Never call it inside
 * a transaction, because it calls an outside service.
 */
export async function sendOverChannel(
  ctx: Context,
  linked: Pick<LinkedChannel, 'id'>,
  message: ChannelMessage,
): Promise<SendOutcome> {
  const { system } = ctx.db;
  const to = await findAddress(system, linked.id);
  if (!to) return 'gone';
  const stored = await storeMessage(ctx, to.id, message);
  if (stored.sentAt !== null) return 'sent';
  const outcome = await post(ctx, to, stored, message);
  if (outcome.kind === 'sent') {
    await markMessageSent(system, {
      id: stored.id,
      awaits: 'messageId' in outcome ? outcome.messageId || null : null,
      request: findAwaitedRequest(message.buttons ?? []),
      now: ctx.clock.now(),
    });
    await markChannelUsed(system, { id: to.id, now: ctx.clock.now() });
    return 'sent';
  }
  const { kind, message: answer } = outcome;
  if (kind === 'gone') {
    ctx.log.info({ channel: to.channel, linkedId: to.id, answer }, 'nobody reads a channel any more');
    await endChannels(system, { userId: to.userId, id: to.id, now: ctx.clock.now() });
    return 'gone';
  }
  // A wrong token delays every message, until a person corrects it.
  ctx.log[kind === 'refused' ? 'error' : 'warn'](
    { channel: to.channel, linkedId: to.id, answer },
    'a message was not sent over a channel',
  );
  return {
    retryAfterSeconds: outcome.kind === 'later' ? outcome.retryAfterSeconds : REFUSED_WAIT_SECONDS,
  };
}

/** Stores the message and its buttons before it is sent, so that the recipient can click them at once. */
async function storeMessage(ctx: Context, linkedId: number, message: ChannelMessage): Promise<StoredMessage> {
  const { key, title, url = null, buttons = [] } = message;
  const now = ctx.clock.now();
  const text =
    message.text.length > MAX_TEXT_LENGTH ? `${message.text.slice(0, MAX_TEXT_LENGTH)}…` : message.text;
  const expiresAt = new Date(now.getTime() + BUTTON_HOURS * 3_600_000);
  return ctx.db.inSystem(async (tx) => {
    const made = await insertMessage(tx, { linkedId, key, title: title.slice(0, 300), text, url, now });
    if (!made) return (await findMessage(tx, { linkedId, key })) as StoredMessage;
    const stored = buttons.map((button) => ({
      ...button,
      id: randomString(BUTTON_LENGTH, BUTTON_SIGNS),
      expiresAt,
    }));
    if (stored.length > 0) await insertButtons(tx, made.id, stored);
    return made;
  });
}

async function post(
  ctx: Context,
  to: ChannelAddress,
  message: StoredMessage,
  input: Pick<ChannelMessage, 'short' | 'action'>,
): Promise<ChatOutcome | PushOutcome> {
  const { push } = ctx.channels;
  if (to.channel === 'push') {
    if (!push || !to.keys) return { kind: 'refused', message: 'push: not configured' };
    return push.send({ endpoint: to.address, ...to.keys }, toPush(ctx, message, input));
  }
  const chat = ctx.channels[to.channel];
  if (!chat) return { kind: 'refused', message: `${to.channel}: not configured` };
  const buttons = await listButtons(ctx.db.system, message.id);
  return chat.bot.send(to.address, { ...message, url: toAbsoluteUrl(ctx, message.url), buttons });
}

const READ_IN_CABINET = 'Откройте кабинет, чтобы прочитать';

/** Returns the push: a title, a sentence without names, and a link. Pushes pass through services abroad. */
function toPush(
  { programme }: Context,
  { id, title, url }: StoredMessage,
  { short, action }: Pick<ChannelMessage, 'short' | 'action'>,
) {
  const input =
    short === undefined
      ? { title: namesAnyone(title) ? 'Новое сообщение' : title, text: READ_IN_CABINET }
      : { title: programme.today().name, text: namesAnyone(short) ? READ_IN_CABINET : short };
  const button = action === undefined || namesAnyone(action) ? {} : { action };
  return { ...input, ...button, tag: hashSha256Hex(`push ${id}`).slice(0, 16), path: url ?? '/cabinet' };
}

/** Numbers of cards and phones, names in quotes, addresses of mail. */
function namesAnyone(title: string): boolean {
  return /\d{4}|[«»"@]/.test(title.replaceAll(/(?<=\d)[\s\u00a0-](?=\d)/g, ''));
}

/** A messenger takes whole addresses only; where the portal does not know its own, the button is left out. */
export function toAbsoluteUrl({ config, channels }: Context, path: string | null): string | null {
  if (path === null) return null;
  if (config.publicUrl !== null) return new URL(path, config.publicUrl).href;
  return channels.outbox ? path : null;
}
