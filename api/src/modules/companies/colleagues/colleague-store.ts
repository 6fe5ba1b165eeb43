import { sql } from 'kysely';
import type { Role } from '#contract/access.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { ColleagueRecord } from '../../messaging/users/user-roles.ts';
import { firstRow, type Db } from '../../../db/database.ts';

/** The user who has a phone, whatever the company. */
export interface PhoneOwner {
  id: number;
  companyId: number | null;
  isStaff: boolean;
  role: Role;
}

export async function listColleagues(tx: Db, scope: CompanyScope): Promise<ColleagueRecord[]> {
  const { rows } = await sql<ColleagueRecord>`
    select id, firstname, lastname, phone, role from app_user where company_id = ${scope.companyId} order by id`.execute(
    tx,
  );
  return rows;
}

/**
 * The company's people, locked until the transaction ends: changes of roles run one after the other, so two admins
 * cannot demote each other at once.
 */
export async function lockColleagues(tx: Db, scope: CompanyScope): Promise<ColleagueRecord[]> {
  const { rows } = await sql<ColleagueRecord>`
    select id, firstname, lastname, phone, role from app_user where company_id = ${scope.companyId}
    order by id for no key update`.execute(tx);
  return rows;
}

interface PhoneOwnerRow {
  id: number;
  company_id: number | null;
  is_staff: boolean;
  role: Role;
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
  const { rows } = await sql<PhoneOwnerRow & { phone: string }>`
    select id, company_id, is_staff, role, phone from app_user
    where company_id = ${companyId} or phone = ${phone}
    order by id for no key update`.execute(tx);
  const owner = rows.find((row) => row.phone === phone);
  return {
    colleagues: rows.filter((row) => row.company_id === companyId).map(toPhoneOwner),
    owner: owner ? toPhoneOwner(owner) : null,
  };
}

/** Returns the present owner of the phone. */
export async function findPhoneOwner(db: Db, phone: string): Promise<PhoneOwner | null> {
  const row = await firstRow(
    db,
    sql<PhoneOwnerRow>`select id, company_id, is_staff, role from app_user where phone = ${phone}`,
  );
  return row && toPhoneOwner(row);
}

function toPhoneOwner({ id, company_id: companyId, is_staff: isStaff, role }: PhoneOwnerRow): PhoneOwner {
  return { id, companyId, isStaff, role };
}
