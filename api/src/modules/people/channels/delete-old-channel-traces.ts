import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../db/database.ts';

const BATCH = 1000;

/** Deletes messages over channels, codes, what chats have said, and links that ended, all before a moment; returns how many. */
export async function deleteOldChannelTraces(db: Db, before: Date): Promise<number> {
  const each = [
    sql`delete from channel_message where id in (
      select id from channel_message where written_at < ${before} order by written_at limit ${BATCH})`,
    sql`delete from channel_update where id in (
      select id from channel_update where came_at < ${before} order by came_at limit ${BATCH})`,
    sql`delete from channel_code where code_hash in (
      select code_hash from channel_code where made_at < ${before} order by made_at limit ${BATCH})`,
    sql`delete from linked_channel where id in (
      select id from linked_channel where gone_at < ${before} order by gone_at limit ${BATCH})`,
  ];
  let deleted = 0;
  for (const one of each) deleted += await deleteAll(db, one);
  return deleted;
}

async function deleteAll(db: Db, batch: RawBuilder<unknown>): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { numAffectedRows } = await batch.execute(db);
    deleted += Number(numAffectedRows ?? 0);
    if (Number(numAffectedRows ?? 0) < BATCH) return deleted;
  }
}
