import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Makes no device the owner's any more: the factor that was shown there is gone. */
export async function forgetFactorOnDevices(tx: Db, userId: number): Promise<void> {
  await sql`update known_device set factor_at = null where user_id = ${userId} and factor_at is not null`.execute(
    tx,
  );
}
