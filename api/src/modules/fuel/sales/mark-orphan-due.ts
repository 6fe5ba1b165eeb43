import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** The next reading of the feed tries it again. */
export async function markOrphanDue(db: Db, id: number, now: Date): Promise<void> {
  await sql`
    update network_orphan set next_try_at = ${now}
    where id = ${id} and booked_at is null and closed_at is null`.execute(db);
}
