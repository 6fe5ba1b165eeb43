import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { findLastAct, type ConsentAct } from './consent-store.ts';

/** As `findLastAct`, with a lock: simultaneous requests of one person run one after the other. */
export async function lockLastAct(tx: Db, userId: number): Promise<ConsentAct | null> {
  await sql`select id from app_user where id = ${userId} for no key update`.execute(tx);
  return findLastAct(tx, userId);
}
