import type { ChatChannel } from '#contract/messaging/channels.ts';
import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';
import { encodeBigints } from '../../../db/parameter.ts';
import type { Context } from '../../../context.ts';
import { BUTTON_HOURS, type AwaitedRequest } from './channel.ts';
import { postponeEdits } from './linked-channels.ts';
import { markResult } from './message-store.ts';
import { toAbsoluteUrl } from './send-over-channel.ts';

/** A request that is closed, and the sentence that its messages show from then on. */
interface ClosedRequest extends AwaitedRequest {
  outcome: string;
}

/** Returns those of these requests that no button can answer any more. */
type FindClosedRequests = (db: Db, awaited: readonly AwaitedRequest[]) => Promise<ClosedRequest[]>;

interface MessageToClose {
  id: number;
  linkedId: number;
  channel: ChatChannel;
  chat: string;
  /** Id of the message at the messenger. */
  messageId: string;
  title: string;
  text: string;
  url: string | null;
  outcome: string;
}

const BATCH_SIZE = 1000;
/** Changes of one turn. The next turn is two seconds later. */
const MAX_EDITS = 100;
/** A messenger takes about a message a second in one chat. */
const MAX_EDITS_PER_CHAT = 2;
/** A messenger that asks to wait in this many chats is not at work. */
const MAX_REFUSALS = 3;

const EXPIRED = 'Кнопки устарели. Как обстоит дело сейчас, видно в кабинете';

/**
 * Puts the outcome in place of the buttons of messages whose request is closed, or whose day is over. Companies and chats
 * take turns. A chat whose messenger asks to wait is left alone for that long.
 */
export async function closeAnsweredMessages(ctx: Context, findClosed: FindClosedRequests): Promise<void> {
  const { system } = ctx.db;
  const closed: ClosedRequest[] = [];
  for await (const awaited of listAwaitedRequests(system))
    closed.push(...(await findClosed(system, awaited)));
  const refusals = new Map<ChatChannel, number>();
  const waiting = new Set<number>();
  for (const message of await listMessagesToClose(system, { closed, now: ctx.clock.now() })) {
    const { channel, linkedId } = message;
    if (waiting.has(linkedId) || (refusals.get(channel) ?? 0) >= MAX_REFUSALS) continue;
    if (await closeMessage(ctx, message)) continue;
    waiting.add(linkedId);
    refusals.set(channel, (refusals.get(channel) ?? 0) + 1);
  }
}

/** Yields the requests that messages wait for, each once, in batches. */
async function* listAwaitedRequests(db: Db): AsyncGenerator<AwaitedRequest[]> {
  let after: AwaitedRequest = { id: 0, kind: 'exception', revision: -1 };
  for (;;) {
    const batch: AwaitedRequest[] = await rows(
      db,
      sql<AwaitedRequest>`
        select distinct request_kind as kind, request_id as id, request_revision as revision
        from channel_message
        where awaits is not null
          and (request_kind, request_id, request_revision) > (${after.kind}::text, ${after.id}::bigint, ${after.revision}::int)
        order by 1, 2, 3 limit ${BATCH_SIZE}`,
    );
    if (batch.length > 0) yield batch;
    if (batch.length < BATCH_SIZE) return;
    after = batch.at(-1)!;
  }
}

/** The first of each chat come first, and the first of each company among them. */
function listMessagesToClose(
  db: Db,
  { closed, now }: { closed: readonly ClosedRequest[]; now: Date },
): Promise<MessageToClose[]> {
  const writtenBefore = new Date(now.getTime() - BUTTON_HOURS * 3_600_000);
  return rows(
    db,
    sql<MessageToClose>`
      with closed as (
        select * from unnest(${closed.map(({ kind }) => kind)}::text[], ${encodeBigints(closed.map(({ id }) => id))}::bigint[],
          ${closed.map(({ revision }) => revision)}::int[], ${closed.map(({ outcome }) => outcome)}::text[])
          as closed (kind, id, revision, outcome)
      ), due as (
        select message.id, linked.id as linked_id, linked.channel, linked.address, linked.user_id, message.awaits,
          message.title, message.text, message.url, coalesce(closed.outcome, ${EXPIRED}) as outcome,
          row_number() over (partition by linked.id order by message.id) as in_chat
        from channel_message message join linked_channel linked on linked.id = message.linked_id
        left join closed on closed.kind = message.request_kind and closed.id = message.request_id
          and closed.revision = message.request_revision
        where message.awaits is not null and (closed.id is not null or message.written_at <= ${writtenBefore})
          and linked.gone_at is null and (linked.edits_resume_at is null or linked.edits_resume_at <= ${now})
      ), turns as (
        select due.*, row_number() over (
          partition by coalesce(reader.company_id, 0) order by due.in_chat, due.id) as in_company
        from due join app_user reader on reader.id = due.user_id
        where due.in_chat <= ${MAX_EDITS_PER_CHAT}
      )
      select id, linked_id as "linkedId", channel, address as chat, awaits as "messageId", title, text, url, outcome
      from turns order by in_company, id limit ${MAX_EDITS}`,
  );
}

/** Returns false when the messenger asks to wait. */
async function closeMessage(ctx: Context, message: MessageToClose): Promise<boolean> {
  const { id, linkedId, chat, messageId, title, outcome: result } = message;
  const edited = await ctx.channels[message.channel]?.bot.edit(chat, messageId, {
    title,
    text: [message.text, result].filter(Boolean).join('\n\n'),
    url: toAbsoluteUrl(ctx, message.url),
    buttons: [],
  });
  if (edited?.kind === 'later') {
    const resumeAt = new Date(ctx.clock.now().getTime() + edited.retryAfterSeconds * 1000);
    await postponeEdits(ctx.db.system, { id: linkedId, resumeAt });
    return false;
  }
  await markResult(ctx.db.system, { messageId: id, result });
  return true;
}
