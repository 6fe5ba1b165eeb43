import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { ConfirmedAction } from './sms-codes.ts';

export interface UsedCode {
  salt: Buffer;
  code_hash: Buffer;
}

/** Beyond this, older ones are not looked at: each costs a hash. */
const MOST = 10;

/** The codes that have confirmed such a deed of this user and are still within their time, newest first. */
export async function findUsedCodes(db: Db, action: ConfirmedAction, now: Date): Promise<UsedCode[]> {
  const subject =
    action.subjects === 'any' ? sql`true` : sql`(subject is null or subject = any(${action.subjects}))`;
  const { rows } = await sql<UsedCode>`
    select salt, code_hash from sms_code
    where phone = (select phone from app_user where id = ${action.userId}) and user_id = ${action.userId}
      and used_at is not null and expires_at > ${now}
      and (purpose is null or (purpose = ${action.purpose} and ${subject}))
    order by sent_at desc limit ${MOST}`.execute(db);
  return rows;
}
