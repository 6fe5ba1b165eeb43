import { sql } from 'kysely';
import { SMS_CODE_MAX_TRIES } from '#contract/limits.ts';
import type { Db } from '../../../db/database.ts';
import { bigints } from '../../../db/parameter.ts';
import type { WaitingCode } from './waiting-code.ts';

/**
 * Locks the codes that these people could use now, or could with tries left, newest first for each. For a batch, which
 * waits for nobody of a company that it has left out (`lockFreeMoney`).
 */
export async function lockWaitingCodes(
  tx: Db,
  users: readonly { userId: number; companyId: number }[],
  now: Date,
): Promise<WaitingCode[]> {
  const { rows } = await sql<WaitingCode>`
    select id, user_id, purpose, subject, sum_kopecks, salt, code_hash, expires_at, tries, false as used
    from sms_code
    where user_id = any(array(
        select asked.user_id
        from unnest(${bigints(users.map((one) => one.userId))}::bigint[], ${bigints(users.map((one) => one.companyId))}::bigint[]) as asked (user_id, company_id)
        where asked.company_id = any(nullif(current_setting('app.companies', true), '')::bigint[])))
      and used_at is null and replaced_at is null
      and (tries < ${SMS_CODE_MAX_TRIES} or expires_at > ${now})
    order by id for no key update`.execute(tx);
  return rows.reverse();
}
