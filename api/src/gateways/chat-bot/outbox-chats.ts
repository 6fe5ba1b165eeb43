import type { Channel } from '#contract/messaging/channels.ts';
import { sql } from 'kysely';
import { getOnlyRow, rows, type Db } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Push, PushService, PushTarget } from '../web-push/push.ts';
import { retryLater, type ChatBot, type ChatMessage, type ChatOutcome, type ChatWire } from './chat-bot.ts';

/** A message as `/dev/phone` shows it. */
export interface OutboxChatMessage {
  id: number;
  channel: Channel;
  chat: string;
  title: string;
  text: string;
  url: string | null;
  buttons: { label: string; id: string }[];
  note: string | null;
  sentAt: Date;
  editedAt: Date | null;
}

/** Replaces both messengers and the push services. Stores their messages instead of sending them. */
export interface OutboxChats {
  bot(wire: ChatWire): ChatBot;
  push: PushService;
  /** Newest first. */
  messages(): Promise<OutboxChatMessage[]>;
}

const MAX_STORED = 1000;
const SHOWN = 100;

/** Chats, and ends of push addresses, where every kind of failure can be shown. */
const REFUSED_CHATS: Readonly<Record<string, ChatOutcome>> = {
  '403': { kind: 'gone', message: 'outbox: gone' },
  '429': retryLater('outbox: too many', 7),
  '400': { kind: 'refused', message: 'outbox: refused' },
};

/** A chat where a change of a message is refused until the messenger was left alone for as long as it asks. */
const BUSY_CHAT = '88429';
const BUSY_SECONDS = 7;

export function outboxChats({ db, clock }: { db: Db; clock: Clock }): OutboxChats {
  async function storeMessage(channel: string, chat: string, message: ChatMessage): Promise<ChatOutcome> {
    const { title, text, url, buttons } = message;
    const { id } = await getOnlyRow(
      db,
      sql<{ id: number }>`
        insert into outbox_chat (channel, chat, title, text, url, buttons, sent_at)
        values (${channel}, ${chat}, ${title}, ${text}, ${url}::text, ${JSON.stringify(buttons)}::jsonb, ${clock.now()})
        returning id`,
    );
    await sql`
      delete from outbox_chat
      where id <= (select id from outbox_chat order by id desc offset ${MAX_STORED} limit 1)`.execute(db);
    return { kind: 'sent', messageId: String(id) };
  }

  let busyUntil: Date | null = null;
  /** Each change that comes too early prolongs the wait. */
  function isBusy(): boolean {
    const now = clock.now();
    if (busyUntil !== null && busyUntil <= now) return false;
    busyUntil = new Date(now.getTime() + BUSY_SECONDS * 1000);
    return true;
  }

  const bot = (wire: ChatWire): ChatBot => ({
    ...wire,
    provider: 'embedded',
    linkTo: (code) => `/dev/phone?${wire.channel}=${code}`,
    send: async (chat, message) => REFUSED_CHATS[chat] ?? storeMessage(wire.channel, chat, message),
    edit: async (chat, messageId, { title, text, url, buttons }) => {
      if (chat === BUSY_CHAT && isBusy()) return retryLater('outbox: too many', BUSY_SECONDS);
      await sql`
        update outbox_chat set title = ${title}, text = ${text}, url = ${url}::text,
          buttons = ${JSON.stringify(buttons)}::jsonb, edited_at = ${clock.now()}
        where id = ${messageId}::bigint and channel = ${wire.channel} and chat = ${chat}`.execute(db);
      return { kind: 'sent', messageId };
    },
    // The fake derives the id of a click from its message.
    answerPress: async (clickId, note) => {
      const id = Number(/^\d+/.exec(clickId)?.[0] ?? 0);
      await sql`update outbox_chat set note = ${note} where id = ${id}`.execute(db);
    },
    hearAt: async () => ({ kind: 'sent', messageId: '' }),
  });

  const push: PushService = {
    provider: 'embedded',
    publicKey: null,
    isKnown: (endpoint) => /^\/dev\/phone#[\w-]{1,100}$/.test(endpoint),
    send: async ({ endpoint }: PushTarget, { title, text, path }: Push) => {
      const chat = endpoint.slice(endpoint.indexOf('#') + 1);
      const refused = REFUSED_CHATS[chat.slice(-3)];
      if (refused && refused.kind !== 'sent') return refused;
      await storeMessage('push', chat, { title, text, url: path, buttons: [] });
      return { kind: 'sent' };
    },
  };

  const messages = (): Promise<OutboxChatMessage[]> =>
    rows(
      db,
      sql<OutboxChatMessage>`
        select id, channel, chat, title, text, url, buttons, note, sent_at as "sentAt", edited_at as "editedAt"
        from outbox_chat order by id desc limit ${SHOWN}`,
    );

  return { bot, push, messages };
}
