import type { ChatChannel } from '#contract/messaging/channels.ts';
import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';
import { markResult } from './message-store.ts';
import { toAbsoluteUrl } from './send-over.ts';

export interface AwaitingMessage {
  id: number;
  channel: ChatChannel;
  chat: string;
  /** The messenger's own id of it. */
  messageId: string;
  title: string;
  text: string;
  url: string | null;
  /** The request that its buttons answer. */
  exceptionId: number | null;
  isExpired: boolean;
}

const BATCH_SIZE = 500;

/** Lists the messages whose buttons wait for one answer and that no one has answered, oldest first. */
export function listAwaitingMessages(db: Db, now: Date): Promise<AwaitingMessage[]> {
  return rows(
    db,
    sql<AwaitingMessage>`
      select message.id, linked.channel, linked.address as chat, message.awaits as "messageId", message.title,
        message.text, message.url, min((button.target ->> 'exceptionId')::bigint) as "exceptionId",
        max(button.expires_at) <= ${now} as "isExpired"
      from channel_message message join linked_channel linked on linked.id = message.linked_id
      join channel_button button on button.message_id = message.id
      where message.awaits is not null and linked.gone_at is null
      group by message.id, linked.id order by message.id limit ${BATCH_SIZE}`,
  );
}

/** Shows what became of the request in place of the buttons. A messenger that asks to wait is asked again later. */
export async function closeMessage(ctx: Context, message: AwaitingMessage, result: string): Promise<void> {
  const bot = ctx.channels[message.channel]?.bot;
  const outcome = await bot?.edit(message.chat, message.messageId, {
    title: message.title,
    text: [message.text, result].filter(Boolean).join('\n\n'),
    url: toAbsoluteUrl(ctx, message.url),
    buttons: [],
  });
  if (outcome?.kind === 'later') return;
  await markResult(ctx.db.system, { messageId: message.id, result });
}
