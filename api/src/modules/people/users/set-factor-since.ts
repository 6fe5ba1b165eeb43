import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Since when a person has a second factor; null: there is none any more. The first moment stays. */
export async function setFactorSince(
  tx: Db,
  { userId, since }: { userId: number; since: Date | null },
): Promise<void> {
  await sql`
    update app_user set factor_since = case when ${since}::timestamptz is null then null
      else coalesce(factor_since, ${since}) end
    where id = ${userId}`.execute(tx);
}
