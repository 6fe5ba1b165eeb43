import { sql } from 'kysely';
import { onlyRow, type Db } from '../../../db/database.ts';
import type { Person } from './user.ts';

export function readPerson(db: Db, userId: number): Promise<Person> {
  return onlyRow(
    db,
    sql<Person>`
      select phone, firstname, lastname, email, email_confirmed_at as "emailConfirmedAt"
      from app_user where id = ${userId}`,
  );
}
