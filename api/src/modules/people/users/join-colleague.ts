import { sql } from 'kysely';
import type { Role } from '#contract/access.ts';
import { onlyRow, type Db } from '../../../db/database.ts';
import type { ColleagueRecord } from './colleague.ts';

/** Adds a known person to the company and keeps the name that person has given. */
export async function joinColleague(
  tx: Db,
  person: { id: number; firstname: string; lastname: string; companyId: number; role: Role },
): Promise<ColleagueRecord> {
  return onlyRow(
    tx,
    sql<ColleagueRecord>`
      update app_user set company_id = ${person.companyId}, role = ${person.role},
        firstname = coalesce(firstname, ${person.firstname}), lastname = coalesce(lastname, ${person.lastname || null})
      where id = ${person.id} returning id, firstname, lastname, phone, role`,
  );
}
