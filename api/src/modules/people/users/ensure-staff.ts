import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Makes whoever has this phone an owner among the programme's staff. */
export async function ensureStaff(db: Db, { phone, now }: { phone: string; now: Date }): Promise<void> {
  await sql`
    insert into app_user (phone, is_staff, staff_role, firstname, created_at)
    values (${phone}, true, 'owner', 'Сотрудник программы', ${now})
    on conflict (phone) do update set is_staff = true, staff_role = 'owner'`.execute(db);
}
