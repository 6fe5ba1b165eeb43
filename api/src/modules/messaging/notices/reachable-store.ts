import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';

/** Returns those of these people whose address is confirmed. */
export async function listWithMail(db: Db, userIds: readonly number[]): Promise<Set<number>> {
  const found = await rows(
    db,
    sql<{ id: number }>`
      select id from app_user where id = any(${userIds}::bigint[]) and email_confirmed_at is not null`,
  );
  return new Set(found.map((row) => row.id));
}
