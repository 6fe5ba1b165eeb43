import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Deletes a person's chats and browsers, with their messages and codes, and what the chats have said. */
export async function eraseChannelsOf(tx: Db, userId: number): Promise<void> {
  await sql`
    delete from channel_update using linked_channel own
    where own.user_id = ${userId} and own.channel = channel_update.channel and channel_update.said ->> 'chat' = own.address`.execute(
    tx,
  );
  await sql`delete from channel_code where user_id = ${userId}`.execute(tx);
  await sql`delete from linked_channel where user_id = ${userId}`.execute(tx);
}
