import { sql } from 'kysely';
import { ERASED_PERSON } from '#contract/identity/personal-data.ts';
import type { Db } from '../../../db/database.ts';
import { endAllMemberships } from './memberships.ts';

/**
 * Anonymises a user. The row stays for the rows that refer to it. The phone becomes one of the code 0 with the user's
 * id, which no operator assigns and no sign-in accepts. A later owner of the real number is another person.
 */
export async function eraseUser(tx: Db, { userId, now }: { userId: number; now: Date }): Promise<void> {
  await endAllMemberships(tx, { userId, now });
  await sql`
    update app_user set phone = '70' || lpad(id::text, 9, '0'), firstname = ${ERASED_PERSON}, lastname = null,
      email = null, email_confirmed_at = null, erased_at = ${now}
    where id = ${userId}`.execute(tx);
}
