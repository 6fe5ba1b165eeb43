import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** The session was confirmed by a second factor now. */
export async function markFactorConfirmed(
  tx: Db,
  { sessionId, now }: { sessionId: number; now: Date },
): Promise<void> {
  await sql`update session set factor_at = ${now} where id = ${sessionId}`.execute(tx);
}
