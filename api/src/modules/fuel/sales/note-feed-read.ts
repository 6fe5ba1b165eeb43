import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Notes that a feed was read to its end by a reading that began at `readAt`. */
export async function noteFeedRead(db: Db, partnerId: number, readAt: Date): Promise<void> {
  await sql`
    insert into network_feed (partner_id, sequence, read_at) values (${partnerId}, 0, ${readAt}::timestamptz)
    on conflict (partner_id) do update set read_at = greatest(network_feed.read_at, excluded.read_at)`.execute(
    db,
  );
}
