import { sql } from 'kysely';
import { firstRow, onlyRow, type Db } from '../../db/database.ts';

export interface UserRecord {
  id: number;
  phone: string;
  firstname: string | null;
  email: string | null;
}

/** The user with this phone, created if there is none. Two simultaneous sign-ins create one user. */
export async function ensureUser(
  db: Db,
  args: { phone: string; now: Date },
): Promise<{ user: UserRecord; isNew: boolean }> {
  const made = await firstRow(
    db,
    sql<UserRecord>`
      insert into app_user (phone, created_at) values (${args.phone}, ${args.now})
      on conflict (phone) do nothing returning id, phone, firstname, email`,
  );
  if (made) return { user: made, isNew: true };
  const user = await onlyRow(
    db,
    sql<UserRecord>`select id, phone, firstname, email from app_user where phone = ${args.phone}`,
  );
  return { user, isNew: false };
}

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

export interface Person {
  phone: string;
  firstname: string | null;
  lastname: string | null;
  email: string | null;
}

export function readPerson(db: Db, userId: number): Promise<Person> {
  return onlyRow(
    db,
    sql<Person>`select phone, firstname, lastname, email from app_user where id = ${userId}`,
  );
}

/** True when the carrier directory knows the phone but the fuel programme has no user with it (error 10114). */
export async function isCarrierWithoutLogin(db: Db, phone: string): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ phone: string }>`
      select phone from carrier
      where phone = ${phone} and not exists (select from app_user where app_user.phone = carrier.phone)`,
  );
  return row !== null;
}
