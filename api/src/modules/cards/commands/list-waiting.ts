import { sql } from 'kysely';
import { OPERATION_STATUS } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';

/** Which of these operations still wait for their network. */
export async function listWaiting(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from operation where id = any(${ids}::bigint[]) and status_id = ${OPERATION_STATUS.inProgress}`.execute(
    db,
  );
  return new Set(rows.map((row) => row.id));
}
