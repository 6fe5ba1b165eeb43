import { sql } from 'kysely';
import { SMS_CODE_MAX_TRIES } from '#contract/limits.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import type { TakenTry } from './sms-code-store.ts';

/** As `takeTries`, of the sign-in code that a token and a phone name. */
export async function takeSignInTry(
  db: Db,
  args: { tokenHash: Buffer; phone: string },
): Promise<TakenTry | null> {
  return firstRow(
    db,
    sql<TakenTry>`
      update sms_code set tries = tries + 1
      where token_hash = ${args.tokenHash} and phone = ${args.phone} and purpose = 'sign-in'
        and used_at is null and replaced_at is null and tries < ${SMS_CODE_MAX_TRIES}
      returning id, salt, code_hash, expires_at, tries`,
  );
}
