import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Those who acknowledge do so one after another; the turn ends with the transaction. */
export async function takeTurnToAcknowledge(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('acknowledge'))`.execute(tx);
}
