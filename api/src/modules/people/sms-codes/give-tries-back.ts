import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { lockedById } from './sms-code-store.ts';

/** Gives the tries of the deed's codes back after the right code was entered. */
export async function giveTriesBack(db: Db, ids: readonly number[]): Promise<void> {
  await sql`update sms_code set tries = tries - 1 where ${lockedById(sql`id = any(${ids}::bigint[])`)}`.execute(
    db,
  );
}
