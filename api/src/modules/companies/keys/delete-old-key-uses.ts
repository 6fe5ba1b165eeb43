import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Deletes on which days keys were used before a moment, with the address of each, and returns how many went. */
export async function deleteOldKeyUses(db: Db, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from api_key_use where day < (${before}::timestamptz at time zone 'Europe/Moscow')::date`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
