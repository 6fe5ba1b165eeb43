import { sql } from 'kysely';
import { onlyRow, type Db } from '../../../db/database.ts';
import type { UserRecord } from './user.ts';

/** Name and e-mail. Another address is one that nobody has confirmed. */
export async function setUserProfile(
  db: Db,
  args: { userId: number; firstname: string; email: string },
): Promise<UserRecord> {
  return onlyRow(
    db,
    sql<UserRecord>`
      update app_user set firstname = ${args.firstname}, email = ${args.email},
        email_confirmed_at = case when email = ${args.email} then email_confirmed_at end
      where id = ${args.userId}
      returning id, phone, firstname, email, staff_role is not null as "isStaff"`,
  );
}
