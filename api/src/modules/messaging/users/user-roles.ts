import { sql } from 'kysely';
import type { Role } from '#contract/access.ts';
import type { StaffRole } from '#contract/staff-access.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { getOnlyRow, type Db } from '../../../db/database.ts';
import { putMembership } from './memberships.ts';

/** A person of a company, as the company sees its people. */
export interface ColleagueRecord {
  id: number;
  firstname: string | null;
  lastname: string | null;
  phone: string;
  role: Role;
}

/** Changes what a colleague may do. */
export async function setRole(
  tx: Db,
  args: { scope: CompanyScope; userId: number; role: Role },
): Promise<ColleagueRecord> {
  const { companyId } = args.scope;
  // The membership of a home company follows its row of `app_user` (migration 996).
  await sql`
    update app_user set role = ${args.role} where id = ${args.userId} and company_id = ${companyId}`.execute(
    tx,
  );
  await sql`
    update membership set role = ${args.role}
    where user_id = ${args.userId} and company_id = ${companyId} and ended_at is null`.execute(tx);
  return findColleague(tx, { userId: args.userId, companyId });
}

function findColleague(tx: Db, args: { userId: number; companyId: number }): Promise<ColleagueRecord> {
  return getOnlyRow(
    tx,
    sql<ColleagueRecord>`
      select id, firstname, lastname, phone, role from company_person
      where id = ${args.userId} and company_id = ${args.companyId}`,
  );
}

/** Gives a user a role among the programme's staff, or takes it away, and records who proposed and confirmed that. */
export async function setStaffRole(
  tx: Db,
  args: { userId: number; role: StaffRole | null; givenBy: number; confirmedBy?: number | null; now: Date },
): Promise<void> {
  const { userId, role, givenBy, confirmedBy = null, now } = args;
  await sql`update app_user set is_staff = ${role !== null}, staff_role = ${role} where id = ${userId}`.execute(
    tx,
  );
  await sql`
    insert into staff_role_change (user_id, role, given_by, confirmed_by, given_at)
    values (${userId}, ${role}, ${givenBy}, ${confirmedBy}, ${now})`.execute(tx);
}

/** Adds a known person to the company and leaves the name that the person has given. */
export async function joinColleague(
  tx: Db,
  person: { id: number; firstname: string; lastname: string; companyId: number; role: Role; now: Date },
): Promise<ColleagueRecord> {
  const { id: userId, companyId, role, now } = person;
  await sql`
    update app_user set firstname = coalesce(firstname, ${person.firstname}),
      lastname = coalesce(lastname, ${person.lastname || null})
    where id = ${userId}`.execute(tx);
  await putMembership(tx, { userId, companyId, role, now });
  return findColleague(tx, { userId, companyId });
}
