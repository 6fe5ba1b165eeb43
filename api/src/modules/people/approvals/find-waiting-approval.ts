import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';

/** The number of a proposal of this deed about this thing that waits for a second person; null: none does. */
export async function findWaitingApproval(
  db: Db,
  { deed, params, now }: { deed: string; params: Record<string, string | number>; now: Date },
): Promise<number | null> {
  const words = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
  const row = await firstRow(
    db,
    sql<{ id: number }>`
      select id from approval
      where deed = ${deed} and said->'params' = ${JSON.stringify(words)}::jsonb
        and state = 'waiting' and expires_at > ${now}
      limit 1`,
  );
  return row?.id ?? null;
}
