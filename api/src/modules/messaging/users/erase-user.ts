import { sql } from 'kysely';
import { ERASED_PERSON } from '#contract/identity/personal-data.ts';
import type { Db } from '../../../db/database.ts';

/**
 * Anonymises a user. The row stays for the rows that refer to it. The phone becomes one of the code 0 with the user's
 * id, which no operator assigns and no sign-in accepts. A later owner of the real number is another person.
 */
export async function eraseUser(tx: Db, { userId, now }: { userId: number; now: Date }): Promise<void> {
  await sql`
    update app_user set phone = '70' || lpad(id::text, 9, '0'), firstname = ${ERASED_PERSON}, lastname = null,
      email = null, email_confirmed_at = null, company_id = null, role = 'none', erased_at = ${now}
    where id = ${userId}`.execute(tx);
}

/** Removes all people from the company; returns their ids. */
export async function removePeople(tx: Db, companyId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update app_user set company_id = null, role = 'none' where company_id = ${companyId} returning id`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}

/** Takes a person out of his company. */
export async function removePerson(tx: Db, userId: number): Promise<void> {
  await sql`update app_user set company_id = null, role = 'none' where id = ${userId}`.execute(tx);
}
