import { sql } from 'kysely';
import type { StaffRole } from '#contract/staff-access.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import type { Grant } from './chain-of-grants.ts';

/** Returns every role that was ever given among the staff, with each person who gave it. */
export function listGrants(db: Db): Promise<Grant[]> {
  return rows(
    db,
    sql<Grant>`
      select user_id as "userId", given_by as "givenBy", given_at as "givenAt" from staff_role_change where role is not null
      union all
      select user_id, confirmed_by, given_at from staff_role_change where role is not null and confirmed_by is not null`,
  );
}

/** Returns the user's current role among the staff, or null. */
export async function findStaffRole(db: Db, userId: number): Promise<StaffRole | null> {
  const row = await firstRow(
    db,
    sql<{ staff_role: StaffRole | null }>`select staff_role from app_user where id = ${userId}`,
  );
  return row?.staff_role ?? null;
}
