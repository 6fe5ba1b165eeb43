import { sql } from 'kysely';
import { SMS_CODE_MAX_TRIES } from '#contract/limits.ts';
import { firstRow, type Db } from '../../../db/database.ts';

/** True when the sign-in code that a token and a phone name has no tries left. */
export async function isSignInCodeExhausted(
  db: Db,
  args: { tokenHash: Buffer; phone: string },
): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ id: number }>`
      select id from sms_code
      where token_hash = ${args.tokenHash} and phone = ${args.phone} and purpose = 'sign-in'
        and used_at is null and tries >= ${SMS_CODE_MAX_TRIES}`,
  );
  return row !== null;
}
