import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { ConfirmedAction } from './sms-codes.ts';

export interface UsedCode {
  salt: Buffer;
  code_hash: Buffer;
}

/** Older codes beyond this number are not checked, because each costs a hash. */
const MAX_CODES = 10;

/** Returns the codes that have confirmed such an action of this user and have not expired, newest first. */
export async function findUsedCodes(db: Db, action: ConfirmedAction, now: Date): Promise<UsedCode[]> {
  const subject =
    action.subjects === 'any' ? sql`true` : sql`(subject is null or subject = any(${action.subjects}))`;
  const { rows } = await sql<UsedCode>`
    select salt, code_hash from sms_code
    where phone = (select phone from app_user where id = ${action.userId}) and user_id = ${action.userId}
      and used_at is not null and expires_at > ${now}
      and (purpose is null or (purpose = ${action.purpose} and ${subject}))
    order by sent_at desc limit ${MAX_CODES}`.execute(db);
  return rows;
}
