import { sql } from 'kysely';
import { SMS_CODE_MAX_TRIES } from '#contract/limits.ts';
import type { Context } from '../../../context.ts';
import type { SmsRefusal } from '../../../gateways/sms/sms.ts';
import { memoizePerOwner } from '../../../lib/turns/memoize-per-owner.ts';
import { getOnlyRow, type Db, firstRow } from '../../../db/database.ts';
import { lockedById, type TakenTry } from './sms-codes.ts';

export const REFUSAL_KINDS: readonly SmsRefusal[] = [
  'auth',
  'balance',
  'blocked',
  'number',
  'rate',
  'temporary',
];

/** Counts messages of this process that the provider has not accepted, by reason. Each sender adds to it. */
export const countRefusals = memoizePerOwner((_ctx: Context): Record<SmsRefusal, number> => ({
  auth: 0,
  balance: 0,
  blocked: 0,
  number: 0,
  rate: 0,
  temporary: 0,
}));

/** Counts codes of a purpose and subject that were sent since a moment, to any phone. */
export async function countSentCodes(
  db: Db,
  args: { purpose: string; subject: string; since: Date },
): Promise<number> {
  const { count } = await getOnlyRow(
    db,
    sql<{ count: number }>`
      select count(*) from sms_code
      where purpose = ${args.purpose} and subject = ${args.subject} and sent_at > ${args.since}`,
  );
  return count;
}

/** Restores the tries of the action's codes after the right code was entered. */
export async function restoreTries(db: Db, ids: readonly number[]): Promise<void> {
  await sql`update sms_code set tries = tries - 1 where ${lockedById(sql`id = any(${ids}::bigint[])`)}`.execute(
    db,
  );
}

/** A try of a sign-in code, which may have been sent to a chat too, as another code. */
export interface TakenSignInTry extends TakenTry {
  chat_salt: Buffer | null;
  chat_code_hash: Buffer | null;
}

/** Like `takeTries`, for the sign-in code that a token and a phone name. */
export async function takeSignInTry(
  db: Db,
  args: { tokenHash: Buffer; phone: string },
): Promise<TakenSignInTry | null> {
  return firstRow(
    db,
    sql<TakenSignInTry>`
      update sms_code set tries = tries + 1
      where token_hash = ${args.tokenHash} and phone = ${args.phone} and purpose = 'sign-in'
        and used_at is null and replaced_at is null and tries < ${SMS_CODE_MAX_TRIES}
      returning id, salt, code_hash, expires_at, tries, chat_salt, chat_code_hash`,
  );
}
