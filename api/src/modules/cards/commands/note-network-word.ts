import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Stores what the network last said about a waiting operation. */
export async function noteNetworkWord(
  db: Db,
  word: { operationId: number; said: string; now: Date },
): Promise<void> {
  await sql`
    insert into network_word (operation_id, said, heard_at) values (${word.operationId}, ${word.said}, ${word.now})
    on conflict (operation_id) do update set said = excluded.said, heard_at = excluded.heard_at`.execute(db);
}
