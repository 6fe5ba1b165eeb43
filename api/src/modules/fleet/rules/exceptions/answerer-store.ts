import { sql } from 'kysely';
import type { Role } from '#contract/access.ts';
import { rows, type Db } from '../../../../db/database.ts';
import { namePerson } from '../groups.ts';

/** Roles that may answer a request: those that may change cards. */
export const ANSWERING_ROLES: readonly Role[] = ['admin', 'manager'];

/** Lists a company's users, or those of the given ones, that now have such a role. */
export async function listAnswerers(
  db: Db,
  companyId: number,
  args: { roles: readonly Role[]; among?: readonly number[] },
): Promise<number[]> {
  const { roles, among = null } = args;
  const found = await rows(
    db,
    sql<{ id: number }>`
      select id from company_person
      where company_id = ${companyId} and role = any(${[...roles]}::text[]) and erased_at is null
        and (${among === null} or id = any(${[...(among ?? [])]}::bigint[]))
      order by id`,
  );
  return found.map(({ id }) => id);
}

export function listApproversWithNames(
  db: Db,
  companyId: number,
  roles: readonly Role[],
): Promise<{ id: number; name: string }[]> {
  return rows(
    db,
    sql<{ id: number; name: string }>`
      select id, ${namePerson('company_person')} as name from company_person
      where company_id = ${companyId} and role = any(${[...roles]}::text[]) and erased_at is null order by name, id`,
  );
}
