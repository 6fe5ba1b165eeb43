import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Starts the counts of a session and its device anew after a right answer, which makes the device one of the owner's. */
export async function markFactorConfirmed(
  tx: Db,
  args: { sessionId: number; userId: number; tokenHash: Buffer | null; now: Date },
): Promise<void> {
  const { sessionId, userId, tokenHash, now } = args;
  await sql`update session set factor_at = ${now}, factor_tries = 0 where id = ${sessionId}`.execute(tx);
  if (!tokenHash) return;
  await sql`
    update known_device set factor_at = ${now}, factor_tries = 0
    where user_id = ${userId} and token_hash = ${tokenHash}`.execute(tx);
}
