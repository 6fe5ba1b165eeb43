import type { ChatChannel } from '#contract/channels.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { hashSha256 } from '../../../lib/secrets.ts';
import { notifyOfAccess } from '../security-messages/notify-of-access.ts';
import { findUserCompany } from '../users/users.ts';
import { CHANNEL_TITLE, MAX_CHANNELS } from './channel.ts';
import { countLocked, findByAddress, insertChannel } from './linked-channels.ts';
import { lockCode, markCodeUsed } from './code-store.ts';

const BEGIN =
  'Откройте кабинет, «Мои данные», «Каналы», и нажмите там «Привязать»: чат откроется с новым кодом.';
const UNLINKED = `Этот чат ещё не привязан. ${BEGIN}`;
const NO_READER =
  'Этот чат никто не читает: сюда приходят сообщения из кабинета, отвечайте кнопками под ними. Напишите /stop, чтобы отвязать чат.';
const LINKED = 'Готово: сюда будут приходить сообщения из кабинета. Чтобы отвязать чат, напишите /stop.';

/** Links the chat that sends a code to the code's person. Returns the sentence to answer there. */
export async function linkChat(
  ctx: Context,
  input: { channel: ChatChannel; chat: string; title: string; code: string | null },
): Promise<string> {
  const { channel, chat: address, title, code } = input;
  if (code === null) return UNLINKED;
  const hash = hashSha256(code);
  const now = ctx.clock.now();
  return ctx.db.inSystem(async (tx) => {
    const known = await lockCode(tx, { hash, channel });
    if (!known) return `Код не подходит. ${BEGIN}`;
    const own = await findByAddress(tx, { channel, address });
    // The same code from the same chat: our answer was lost.
    if (known.usedAt !== null)
      return own && own.id === known.linkedId ? LINKED : `Код уже использован. ${BEGIN}`;
    if (known.expiresAt <= now) return `Код устарел. ${BEGIN}`;
    const { userId } = known;
    if (own && own.userId !== userId)
      return 'Этот чат привязан к другому человеку. Сначала напишите /stop, потом привяжите его заново.';
    if (own) {
      await markCodeUsed(tx, { hash, linkedId: own.id, now });
      return 'Этот чат уже привязан.';
    }
    if ((await countLocked(tx, userId)) >= MAX_CHANNELS)
      return 'Привязано слишком много каналов. Отвяжите лишние в кабинете.';
    return link(ctx, tx, { userId, channel, address, title, hash, now });
  });
}

/** Says what the chat is for to a user who writes there: no person reads it. */
export async function explainChat(ctx: Context, channel: ChatChannel, address: string): Promise<string> {
  return (await findByAddress(ctx.db.system, { channel, address })) ? NO_READER : `${NO_READER} ${UNLINKED}`;
}

async function link(
  ctx: Context,
  tx: Db,
  made: { userId: number; channel: ChatChannel; address: string; title: string; hash: Buffer; now: Date },
): Promise<string> {
  const { userId, channel, address, title, hash, now } = made;
  const linkedId = await insertChannel(tx, { userId, channel, address, keys: null, title, now });
  // Another user has linked the same chat first.
  if (linkedId === null) return `Чат не привязан. ${BEGIN}`;
  await markCodeUsed(tx, { hash, linkedId, now });
  await recordEvent(tx, {
    at: now,
    what: 'channel-linked',
    userId,
    targets: [{ kind: 'channel', id: linkedId }],
    details: { channel },
  });
  const companyId = await findUserCompany(tx, userId);
  const what = { event: 'channel-linked', title: CHANNEL_TITLE[channel] } as const;
  await notifyOfAccess(ctx, tx, { userId, companyId, what, about: String(linkedId), now });
  return LINKED;
}
