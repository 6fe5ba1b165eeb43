import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Makes the people of these phones the programme's first owners; changes nothing where there is an owner already. */
export async function ensureStaff(db: Db, { phones, now }: { phones: string[]; now: Date }): Promise<void> {
  await sql`
    insert into app_user (phone, is_staff, staff_role, firstname, created_at)
    select phone, true, 'owner', 'Сотрудник программы', ${now} from unnest(${phones}::text[]) as phone
    where not exists (select from app_user where staff_role = 'owner')
    on conflict (phone) do update set is_staff = true, staff_role = 'owner'`.execute(db);
}
