import { sql } from 'kysely';
import { onlyRow, type Db } from '../../../db/database.ts';
import type { UserRecord } from './user.ts';

export async function setUserProfile(
  db: Db,
  args: { userId: number; firstname: string; email: string },
): Promise<UserRecord> {
  return onlyRow(
    db,
    sql<UserRecord>`
      update app_user set firstname = ${args.firstname}, email = ${args.email} where id = ${args.userId}
      returning id, phone, firstname, email`,
  );
}
