import { sql } from 'kysely';
import type { ChatChannel } from '#contract/messaging/channels.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import type { ChatUpdate, ChatBot } from '../../../gateways/chat-bot/chat-bot.ts';
import type { Context } from '../../../context.ts';
import { notAllowed, notFound } from '../../../errors.ts';
import { storableText } from '../../../lib/storable-text.ts';
import { memoizePerOwner } from '../../../lib/turns/memoize-per-owner.ts';
import { slidingWindowLimit } from '../../../lib/turns/sliding-window-limit.ts';
import { hashSha256, sameHash } from '../../../lib/secrets.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { findByAddress, countLocked, insertChannel } from './linked-channels.ts';
import { type RunButtonAction, CHANNEL_TITLE, MAX_CHANNELS } from './channel.ts';
import { handleButtonClick } from './handle-button-click.ts';
import { unlinkChannel } from './unlink-channel.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { notifyOfAccess } from '../security-messages/notify-of-access.ts';
import { findUserCompany } from '../users/users.ts';
import { lockCode, markCodeUsed } from './code-store.ts';

const MINUTE_SECONDS = 60;

/** Returns null when the messenger has sent it before. */
async function insertUpdate(
  tx: Db,
  args: { channel: string; update: ChatUpdate; now: Date },
): Promise<number | null> {
  const { channel, update: input, now } = args;
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      insert into channel_update (channel, name, said, came_at)
      values (${channel}, ${input.name}, ${JSON.stringify(input)}::jsonb, ${now})
      on conflict (channel, name) do nothing returning id`,
  );
  return row?.id ?? null;
}

function findWaitingUpdate(db: Db, id: number): Promise<{ channel: ChatChannel; said: ChatUpdate } | null> {
  return firstRow(
    db,
    sql<{ channel: ChatChannel; said: ChatUpdate }>`
      select channel, said from channel_update where id = ${id} and taken_at is null`,
  );
}

async function markTaken(db: Db, args: { id: number; now: Date }): Promise<void> {
  await sql`update channel_update set taken_at = ${args.now} where id = ${args.id}`.execute(db);
}

/**
 * Stores a messenger's update, once, for a job that carries it out, so that the messenger gets an answer at once.
 * Refuses with 403 without the secret. Ignores irrelevant updates.
 */
export async function receiveUpdate(
  ctx: Context,
  input: { channel: ChatChannel; headers: Readonly<Record<string, unknown>>; body: unknown },
): Promise<void> {
  const { channel, headers, body } = input;
  const chat = ctx.channels[channel];
  if (!chat) throw notFound();
  const secret = headers[chat.bot.secretHeader];
  // Hashes have one length, so comparing them reveals nothing of the secret.
  if (typeof secret !== 'string' || !sameHash(hashSha256(secret), hashSha256(chat.secret)))
    throw notAllowed();
  const read = chat.bot.readUpdate(body);
  if (!read) return;
  if (read.kind === 'wrote' && wasAnsweredLately(ctx, channel, read.chat)) return;
  const update = toStorable(read);
  await ctx.db.inSystem(async (tx) => {
    const updateId = await insertUpdate(tx, { channel, update, now: ctx.clock.now() });
    if (updateId === null) return;
    // Through its person the job belongs to a company, which has a share of the lane (decision 113).
    const own = await findByAddress(tx, { channel, address: update.chat });
    await enqueueJob(tx, 'take-chat-update', { updateId, ...(own && { userId: own.userId }) });
  });
}

/** A user who goes on writing gets one answer a minute. */
function wasAnsweredLately(ctx: Context, channel: ChatChannel, chat: string): boolean {
  return answersPerMinute(ctx)(`${channel} ${chat}`) > 0;
}

const answersPerMinute = memoizePerOwner((ctx: Context) =>
  slidingWindowLimit<string>(ctx.clock, 1, MINUTE_SECONDS),
);

/** Names and ids as the database can hold them. */
function toStorable<Said extends object>(input: Said): Said {
  const fields = Object.entries(input).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? storableText(value) : value,
  ]);
  return Object.fromEntries(fields) as Said;
}

/** Carries out a messenger's update, and answers there. A repeat changes nothing more. */
export async function takeUpdate(
  ctx: Context,
  updateId: number,
  runButtonAction: RunButtonAction,
): Promise<void> {
  const update = await findWaitingUpdate(ctx.db.system, updateId);
  if (!update) return;
  const bot = ctx.channels[update.channel]?.bot;
  if (bot) await take(ctx, bot, update.said, runButtonAction);
  await markTaken(ctx.db.system, { id: updateId, now: ctx.clock.now() });
}

async function take(
  ctx: Context,
  bot: ChatBot,
  input: ChatUpdate,
  runButtonAction: RunButtonAction,
): Promise<void> {
  const { channel } = bot;
  if (input.kind === 'pressed')
    return handleButtonClick(ctx, { bot, press: input, doButton: runButtonAction });
  const answer = await answerTo(ctx, channel, input);
  if (input.kind === 'left' && !input.aloud) return;
  await bot.send(input.chat, { title: ctx.programme.today().name, text: answer, url: null, buttons: [] });
}

function answerTo(
  ctx: Context,
  channel: ChatChannel,
  input: Exclude<ChatUpdate, { kind: 'pressed' }>,
): Promise<string> {
  if (input.kind === 'began') return linkChat(ctx, { channel, ...input });
  return input.kind === 'wrote' ? explainChat(ctx, channel, input.chat) : leave(ctx, channel, input.chat);
}

async function leave(ctx: Context, channel: ChatChannel, address: string): Promise<string> {
  const own = await findByAddress(ctx.db.system, { channel, address });
  if (!own) return 'Этот чат не привязан.';
  await unlinkChannel(ctx, { userId: own.userId, id: own.id });
  return 'Чат отвязан: сообщения сюда больше не придут.';
}

const BEGIN =
  'Откройте кабинет, «Мои данные», «Каналы», и нажмите там «Привязать»: чат откроется с новым кодом.';
const UNLINKED = `Этот чат ещё не привязан. ${BEGIN}`;
const NO_READER =
  'Этот чат никто не читает: сюда приходят сообщения из кабинета, отвечайте кнопками под ними. Напишите /stop, чтобы отвязать чат.';
const LINKED = 'Готово: сюда будут приходить сообщения из кабинета. Чтобы отвязать чат, напишите /stop.';

/** Links the chat that sends a code to the code's person. Returns the sentence to answer there. */
async function linkChat(
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

/** Explains the chat to a user who writes there: no person reads it. */
async function explainChat(ctx: Context, channel: ChatChannel, address: string): Promise<string> {
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
