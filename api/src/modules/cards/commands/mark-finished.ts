import { sql } from 'kysely';
import type { OperationStatusId } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';

export async function markFinished(
  tx: Db,
  args: { id: number; statusId: OperationStatusId; reason: string | null; now: Date },
): Promise<void> {
  await sql`
    update operation set status_id = ${args.statusId}, reason = ${args.reason}, finished_at = ${args.now}, next_attempt_at = null
    where id = ${args.id}`.execute(tx);
}
