import type { ChatChannel } from '#contract/channels.ts';
import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import type { ChatUpdate } from '../../../gateways/chat-bot/chat-bot.ts';

/** Null when the messenger has said it before. */
export async function insertUpdate(
  tx: Db,
  args: { channel: string; said: ChatUpdate; now: Date },
): Promise<number | null> {
  const { channel, said, now } = args;
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      insert into channel_update (channel, name, said, came_at)
      values (${channel}, ${said.name}, ${JSON.stringify(said)}::jsonb, ${now})
      on conflict (channel, name) do nothing returning id`,
  );
  return row?.id ?? null;
}

export function findWaitingUpdate(
  db: Db,
  id: number,
): Promise<{ channel: ChatChannel; said: ChatUpdate } | null> {
  return firstRow(
    db,
    sql<{ channel: ChatChannel; said: ChatUpdate }>`
      select channel, said from channel_update where id = ${id} and taken_at is null`,
  );
}

export async function markTaken(db: Db, args: { id: number; now: Date }): Promise<void> {
  await sql`update channel_update set taken_at = ${args.now} where id = ${args.id}`.execute(db);
}
