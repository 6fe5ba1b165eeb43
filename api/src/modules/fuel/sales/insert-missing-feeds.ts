import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Each network has a feed, read from its beginning at first. */
export async function insertMissingFeeds(db: Db): Promise<void> {
  await sql`
    insert into network_feed (partner_id) select id from partner on conflict do nothing`.execute(db);
}
