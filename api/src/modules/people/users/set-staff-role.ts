import { sql } from 'kysely';
import type { StaffRole } from '#contract/staff-access.ts';
import type { Db } from '../../../db/database.ts';

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
