import { sql } from 'kysely';
import type { Role } from '#contract/access.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import type { ColleagueRecord } from './colleague.ts';

/** Null when somebody else has registered the phone meanwhile. */
export async function insertColleague(
  tx: Db,
  person: { phone: string; firstname: string; lastname: string; companyId: number; role: Role; now: Date },
): Promise<ColleagueRecord | null> {
  return firstRow(
    tx,
    sql<ColleagueRecord>`
      insert into app_user (phone, firstname, lastname, company_id, role, created_at)
      values (${person.phone}, ${person.firstname}, ${person.lastname || null}, ${person.companyId}, ${person.role}, ${person.now})
      on conflict (phone) do nothing returning id, firstname, lastname, phone, role`,
  );
}
