import { sql } from 'kysely';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import type { AwaitedRequest, ButtonAction } from './channel.ts';

export interface StoredMessage {
  id: number;
  title: string;
  text: string;
  url: string | null;
  sentAt: Date | null;
}

const COLUMNS = sql`message.id, message.title, message.text, message.url, message.sent_at as "sentAt"`;

/** Returns null when this channel has a message with this key already. */
export function insertMessage(
  tx: Db,
  message: { linkedId: number; key: string; title: string; text: string; url: string | null; now: Date },
): Promise<StoredMessage | null> {
  return firstRow(
    tx,
    sql<StoredMessage>`
      insert into channel_message as message (linked_id, key, title, text, url, written_at)
      values (${message.linkedId}, ${message.key}, ${message.title}, ${message.text}, ${message.url}::text, ${message.now})
      on conflict (linked_id, key) do nothing returning ${COLUMNS}`,
  );
}

export function findMessage(db: Db, args: { linkedId: number; key: string }): Promise<StoredMessage | null> {
  return firstRow(
    db,
    sql<StoredMessage>`
      select ${COLUMNS} from channel_message message where linked_id = ${args.linkedId} and key = ${args.key}`,
  );
}

/** Stores the messenger's id of a message only if its buttons answer a request, since only such a message is changed later. */
export async function markMessageSent(
  db: Db,
  args: { id: number; awaits: string | null; request: AwaitedRequest | null; now: Date },
): Promise<void> {
  const { id, now, request } = args;
  await sql`
    update channel_message set sent_at = ${now}, awaits = ${request && args.awaits}::text,
      request_kind = ${request?.kind ?? null}::text, request_id = ${request?.id ?? null}::bigint,
      request_revision = ${request?.revision ?? null}::int
    where id = ${id}`.execute(db);
}

export interface NewButton {
  id: string;
  label: string;
  deed: ButtonAction;
  target: object;
  expiresAt: Date;
}

export async function insertButtons(tx: Db, messageId: number, buttons: readonly NewButton[]): Promise<void> {
  await sql`
    insert into channel_button (id, message_id, place, label, deed, target, expires_at)
    select id, ${messageId}::bigint, place, label, deed, target::jsonb, expires_at
    from unnest(${buttons.map((button) => button.id)}::text[], ${buttons.map((button) => button.label)}::text[],
      ${buttons.map((button) => button.deed)}::text[], ${buttons.map((button) => JSON.stringify(button.target))}::text[],
      ${buttons.map((button) => button.expiresAt)}::timestamptz[]) with ordinality
      as button (id, label, deed, target, expires_at, place)`.execute(tx);
}

export function listButtons(db: Db, messageId: number): Promise<{ id: string; label: string }[]> {
  return rows(
    db,
    sql<{ id: string; label: string }>`
      select id, label from channel_button where message_id = ${messageId} order by place`,
  );
}

export interface ClickedButton extends StoredMessage {
  deed: ButtonAction;
  target: object;
  expiresAt: Date;
  result: string | null;
}

/** Returns a button of this channel and locks its message until the transaction ends. Another click waits. */
export function lockButton(tx: Db, args: { id: string; linkedId: number }): Promise<ClickedButton | null> {
  return firstRow(
    tx,
    sql<ClickedButton>`
      select ${COLUMNS}, button.deed, button.target, button.expires_at as "expiresAt", message.result
      from channel_button button join channel_message message on message.id = button.message_id
      where button.id = ${args.id} and message.linked_id = ${args.linkedId} for update of message`,
  );
}

/** The first result stays, and nothing is awaited after it. */
export async function markResult(tx: Db, args: { messageId: number; result: string }): Promise<void> {
  await sql`
    update channel_message set result = coalesce(result, ${args.result}::text), awaits = null
    where id = ${args.messageId}`.execute(tx);
}
