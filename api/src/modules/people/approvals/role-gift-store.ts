import { sql } from 'kysely';
import type { StaffRole } from '#contract/staff-access.ts';
import { firstRow, type Db } from '../../../db/database.ts';

/** Who gave this member the role he has, and when; null where it was given before that was kept. */
export async function findLastGift(
  db: Db,
  userId: number,
): Promise<{ givenBy: number; givenAt: Date } | null> {
  return firstRow(
    db,
    sql<{ givenBy: number; givenAt: Date }>`
      select given_by as "givenBy", given_at as "givenAt" from staff_role_change
      where user_id = ${userId} order by id desc limit 1`,
  );
}

/** The role among the staff that somebody has now. */
export async function findStaffRole(db: Db, userId: number): Promise<StaffRole | null> {
  const row = await firstRow(
    db,
    sql<{ staff_role: StaffRole | null }>`select staff_role from app_user where id = ${userId}`,
  );
  return row?.staff_role ?? null;
}
