import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Makes whoever has this phone one of the programme's staff. */
export async function ensureStaff(db: Db, { phone, now }: { phone: string; now: Date }): Promise<void> {
  await sql`
    insert into app_user (phone, is_staff, firstname, created_at)
    values (${phone}, true, 'Сотрудник программы', ${now})
    on conflict (phone) do update set is_staff = true`.execute(db);
}
