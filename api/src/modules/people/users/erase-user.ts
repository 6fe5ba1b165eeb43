import { sql } from 'kysely';
import { ERASED_PERSON } from '#contract/personal-data.ts';
import type { Db } from '../../../db/database.ts';

/**
 * Puts a nobody in a person's place: the row stays for what points at it. His phone becomes one of the code 0, which no
 * operator is given and no sign-in accepts, with his id: whoever gets the real number later is another person.
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
