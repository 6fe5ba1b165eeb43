import { sql } from 'kysely';
import type { Role } from '#contract/access.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { ColleagueRecord } from '../../messaging/users/user-roles.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';

/** The user who has a phone, as one company sees the user. */
export interface PhoneOwner {
  id: number;
  isStaff: boolean;
  /** Role in that company; `none` for a user of other companies. */
  role: Role;
}

/** Lists the company's own people. Those of an accounting firm stand in its delegation. */
export function listColleagues(tx: Db, scope: CompanyScope): Promise<ColleagueRecord[]> {
  return rows(
    tx,
    sql<ColleagueRecord>`
      select id, firstname, lastname, phone, role from company_person
      where company_id = ${scope.companyId} and via = 'employee' order by id`,
  );
}

/**
 * The company's people, locked until the transaction ends: changes of roles run one after the other, so two admins
 * cannot demote each other at once.
 */
export async function lockColleagues(tx: Db, scope: CompanyScope): Promise<ColleagueRecord[]> {
  await lockPeople(tx, scope.companyId, null);
  return listColleagues(tx, scope);
}

/**
 * Locks the company's people and the owner of the phone in one order. Otherwise two companies that take in each other's
 * people at once would deadlock.
 */
export async function lockColleaguesAndOwner(
  tx: Db,
  companyId: number,
  phone: string,
): Promise<{ colleagues: PhoneOwner[]; owner: PhoneOwner | null }> {
  await lockPeople(tx, companyId, phone);
  const colleagues = await rows(
    tx,
    sql<PhoneOwner>`
      select person.id, is_staff as "isStaff", colleague.role
      from company_person colleague join app_user person on person.id = colleague.id
      where colleague.company_id = ${companyId} order by person.id`,
  );
  return { colleagues, owner: await findPhoneOwner(tx, companyId, phone) };
}

async function lockPeople(tx: Db, companyId: number, phone: string | null): Promise<void> {
  await sql`
    select from app_user
    where phone = ${phone}
      or id in (select user_id from membership where company_id = ${companyId} and ended_at is null)
    order by id for no key update`.execute(tx);
}

/** Returns the present owner of the phone, as the company sees the user. */
export function findPhoneOwner(db: Db, companyId: number, phone: string): Promise<PhoneOwner | null> {
  return firstRow(
    db,
    sql<PhoneOwner>`
      select person.id, is_staff as "isStaff", coalesce(colleague.role, 'none') as role
      from app_user person
      left join company_person colleague on colleague.id = person.id and colleague.company_id = ${companyId}
      where person.phone = ${phone}`,
  );
}
