import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Makes whoever has this phone the programme's first owner; where there is an owner already, nobody. */
export async function ensureStaff(db: Db, { phone, now }: { phone: string; now: Date }): Promise<void> {
  await sql`
    insert into app_user (phone, is_staff, staff_role, firstname, created_at)
    select ${phone}, true, 'owner', 'Сотрудник программы', ${now}
    where not exists (select from app_user where staff_role = 'owner')
    on conflict (phone) do update set is_staff = true, staff_role = 'owner'`.execute(db);
}
