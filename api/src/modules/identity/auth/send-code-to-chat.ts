import { CHAT_CHANNELS } from '#contract/messaging/channels.ts';
import { CHAT_CODE_AFTER_SECONDS } from '#contract/identity/sign-in.ts';
import { SMS_CODE_LENGTH } from '#contract/limits.ts';
import { SMS_MESSAGES } from '#contract/identity/sms-code.ts';
import { maskPhone } from '#contract/values/phone.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { badRequest, tooOften } from '../../../errors.ts';
import { hashSha256, newDigits, newSalt, saltedHash } from '../../../lib/secrets.ts';
import {
  endChannels,
  findAddress,
  listLiveChannels,
  type ChannelAddress,
} from '../../messaging/channels/linked-channels.ts';
import { insertChatCode, lockSignInCode } from '../../messaging/sms-codes/chat-codes.ts';
import { codeText, getCodeSender } from '../../messaging/sms-codes/code-text.ts';
import { findUserIdByPhone } from '../../messaging/users/users.ts';

/**
 * Sends another code of this sign-in to a chat that the phone's user has linked: to MAX, else to Telegram, where they are
 * configured. A code from an SMS allows it once, so the limits of codes hold. The answer does not wait for the messenger
 * and is the same without a chat. Refuses with 400 a code that can't be entered any more, and with 429 sooner than 30 s
 * after the SMS.
 */
export async function sendCodeToChat(
  ctx: Context,
  { phone, token, ip }: { phone: string; token: string; ip: string },
): Promise<void> {
  const now = ctx.clock.now();
  const code = newDigits(SMS_CODE_LENGTH);
  const salt = newSalt();
  const codeHash = saltedHash(code, salt);
  const to = await ctx.db.inSystem(async (tx) => {
    const sent = await lockSignInCode(tx, { tokenHash: hashSha256(token), phone, now });
    if (!sent) throw badRequest(SMS_MESSAGES.expired);
    const wait = CHAT_CODE_AFTER_SECONDS - (now.getTime() - sent.sentAt.getTime()) / 1000;
    if (wait > 0) throw tooOften(Math.ceil(wait));
    const chat = await findChat(ctx, tx, phone);
    const input = { codeId: sent.id, code: chat && { salt, codeHash }, now };
    if (!(await insertChatCode(tx, input))) return null;
    await recordEvent(tx, {
      at: now,
      what: 'sign-in-code-to-chat',
      ip,
      details: { phone: maskPhone(phone), channel: chat?.channel ?? null },
    });
    return chat;
  });
  // A caller who does not own the phone must not learn from the delay whether a chat is linked.
  if (to)
    void post(ctx, to, code).catch((error: unknown) =>
      ctx.log.warn({ err: error, channel: to.channel }, 'a code was not sent to a chat'),
    );
}

async function findChat(ctx: Context, tx: Db, phone: string): Promise<ChannelAddress | null> {
  const userId = await findUserIdByPhone(tx, phone);
  const linked = userId === null ? [] : await listLiveChannels(tx, userId);
  // MAX stands last in the list and is tried first.
  for (const channel of CHAT_CHANNELS.toReversed()) {
    const chat = ctx.channels[channel] && linked.findLast((item) => item.channel === channel);
    if (chat) return findAddress(tx, chat.id);
  }
  return null;
}

/** The text is stored nowhere, because it has the code in it. */
async function post(ctx: Context, to: ChannelAddress, code: string): Promise<void> {
  const chat = to.channel === 'push' ? null : ctx.channels[to.channel];
  if (!chat) return;
  const text = codeText({ ...getCodeSender(ctx), publicUrl: null }, 'вход в кабинет', code);
  const outcome = await chat.bot.send(to.address, { title: 'Код для входа', text, url: null, buttons: [] });
  if (outcome.kind === 'sent') return;
  if (outcome.kind === 'gone')
    await endChannels(ctx.db.system, { userId: to.userId, id: to.id, now: ctx.clock.now() });
  ctx.log[outcome.kind === 'refused' ? 'error' : 'warn'](
    { channel: to.channel, linkedId: to.id, kind: outcome.kind },
    'a code was not sent to a chat',
  );
}
