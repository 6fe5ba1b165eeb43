import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Never moves back. */
export async function moveFeed(db: Db, partnerId: number, sequence: number): Promise<void> {
  await sql`
    insert into network_feed (partner_id, sequence) values (${partnerId}, ${sequence})
    on conflict (partner_id) do update set sequence = greatest(network_feed.sequence, excluded.sequence)`.execute(
    db,
  );
}
