import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Notes that a feed was read to its end by a reading that began at `readAt`. */
export async function noteFeedRead(db: Db, partnerId: number, readAt: Date): Promise<void> {
  await sql`
    update network_feed set read_at = greatest(read_at, ${readAt}::timestamptz) where partner_id = ${partnerId}`.execute(
    db,
  );
}
