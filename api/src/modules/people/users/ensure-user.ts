import { sql } from 'kysely';
import { firstRow, onlyRow, type Db } from '../../../db/database.ts';
import type { UserRecord } from './user.ts';

/** The user with this phone, created if there is none. Two simultaneous sign-ins create one user. */
export async function ensureUser(
  db: Db,
  args: { phone: string; now: Date },
): Promise<{ user: UserRecord; isNew: boolean }> {
  const made = await firstRow(
    db,
    sql<UserRecord>`
      insert into app_user (phone, created_at) values (${args.phone}, ${args.now})
      on conflict (phone) do nothing returning ${COLUMNS}`,
  );
  if (made) return { user: made, isNew: true };
  const user = await onlyRow(
    db,
    sql<UserRecord>`select ${COLUMNS} from app_user where phone = ${args.phone}`,
  );
  return { user, isNew: false };
}

const COLUMNS = sql`id, phone, firstname, email, staff_role is not null as "isStaff"`;
