import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Gives a name to a person who has none; a name that people have given themselves stays. */
export async function nameNameless(
  tx: Db,
  person: { userId: number; firstname: string; lastname: string },
): Promise<void> {
  await sql`
    update app_user set lastname = case when firstname is null then ${person.lastname || null} else lastname end,
      firstname = coalesce(firstname, ${person.firstname})
    where id = ${person.userId}`.execute(tx);
}
