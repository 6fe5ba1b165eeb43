import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Ends all sessions of a person, on every device. */
export async function closeSessionsOf(db: Db, args: { userId: number; now: Date }): Promise<void> {
  await sql`
    update session set closed_at = ${args.now} where user_id = ${args.userId} and closed_at is null`.execute(
    db,
  );
}
