import { sql } from 'kysely';
import { firstRow, type Db, getOnlyRow } from '../../../db/database.ts';

export interface UserRecord {
  id: number;
  phone: string;
  firstname: string | null;
  email: string | null;
  /** True for the programme's own staff. */
  isStaff: boolean;
}

export interface Person {
  phone: string;
  firstname: string | null;
  lastname: string | null;
  email: string | null;
  /** Null means that it is not confirmed yet that emails to `email` arrive. */
  emailConfirmedAt: Date | null;
}

/** Returns the user's name and phone, or null for an unknown id. */
export function findPerson(
  db: Db,
  userId: number,
): Promise<{ phone: string; firstname: string | null; lastname: string | null } | null> {
  return firstRow(
    db,
    sql<{ phone: string; firstname: string | null; lastname: string | null }>`
      select phone, firstname, lastname from app_user where id = ${userId}`,
  );
}

export function readPerson(db: Db, userId: number): Promise<Person> {
  return getOnlyRow(
    db,
    sql<Person>`
      select phone, firstname, lastname, email, email_confirmed_at as "emailConfirmedAt"
      from app_user where id = ${userId}`,
  );
}

/** The company of a person who has a role there. */
export async function findUserCompany(db: Db, userId: number): Promise<number | null> {
  const row = await getOnlyRow(
    db,
    sql<{ company_id: number | null }>`
      select case when role <> 'none' then company_id end as company_id from app_user where id = ${userId}`,
  );
  return row.company_id;
}

/** Returns whether the programme has an owner. Without one no one can enter /staff. */
export async function hasOwner(db: Db): Promise<boolean> {
  const row = await getOnlyRow(
    db,
    sql<{ found: boolean }>`select exists (select from app_user where staff_role = 'owner') as found`,
  );
  return row.found;
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

/** Gives a name to a person who has none; a name that people have given themselves stays. */
export async function setMissingName(
  tx: Db,
  person: { userId: number; firstname: string; lastname: string },
): Promise<void> {
  await sql`
    update app_user set lastname = case when firstname is null then ${person.lastname || null} else lastname end,
      firstname = coalesce(firstname, ${person.firstname})
    where id = ${person.userId}`.execute(tx);
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
      on conflict (phone) do nothing returning ${COLUMNS}`,
  );
  if (made) return { user: made, isNew: true };
  const user = await getOnlyRow(
    db,
    sql<UserRecord>`select ${COLUMNS} from app_user where phone = ${args.phone}`,
  );
  return { user, isNew: false };
}

export async function findUserIdByPhone(db: Db, phone: string): Promise<number | null> {
  const row = await firstRow(db, sql<{ id: number }>`select id from app_user where phone = ${phone}`);
  return row?.id ?? null;
}

/** Returns the user who signs in without a phone. */
export function readSigningUser(db: Db, userId: number): Promise<UserRecord> {
  return getOnlyRow(db, sql<UserRecord>`select ${COLUMNS} from app_user where id = ${userId}`);
}

const COLUMNS = sql`id, phone, firstname, email, staff_role is not null as "isStaff"`;

/** Makes the people of these phones the programme's first owners; changes nothing where there is an owner already. */
export async function ensureStaff(db: Db, { phones, now }: { phones: string[]; now: Date }): Promise<void> {
  await sql`
    insert into app_user (phone, is_staff, staff_role, firstname, created_at)
    select phone, true, 'owner', 'Сотрудник программы', ${now} from unnest(${phones}::text[]) as phone
    where not exists (select from app_user where staff_role = 'owner')
    on conflict (phone) do update set is_staff = true, staff_role = 'owner'`.execute(db);
}

/** Sets another address, which becomes unconfirmed. The same address stays as it is. */
export async function changeEmail(tx: Db, args: { userId: number; email: string }): Promise<void> {
  await sql`
    update app_user set email = ${args.email}, email_confirmed_at = null
    where id = ${args.userId} and email is distinct from ${args.email}`.execute(tx);
}

export interface OwnEmail {
  email: string | null;
  confirmedAt: Date | null;
}

/** Returns the user's address and locks it. Other changes of the address and requests for a link to it wait. */
export function lockEmail(tx: Db, userId: number): Promise<OwnEmail> {
  return getOnlyRow(
    tx,
    sql<OwnEmail>`
      select email, email_confirmed_at as "confirmedAt" from app_user where id = ${userId} for no key update`,
  );
}

/** Confirms the address, if it is still the person's; true when it was not confirmed before. */
export async function markEmailConfirmed(
  tx: Db,
  args: { userId: number; email: string; now: Date },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update app_user set email_confirmed_at = ${args.now}
      where id = ${args.userId} and email = ${args.email} and email_confirmed_at is null returning id`,
  );
  return row !== null;
}

/** Sets since when a person has a second factor. Null means that the person has none any more. The first moment stays. */
export async function setFactorSince(
  tx: Db,
  { userId, since }: { userId: number; since: Date | null },
): Promise<void> {
  await sql`
    update app_user set factor_since = case when ${since}::timestamptz is null then null
      else coalesce(factor_since, ${since}) end
    where id = ${userId}`.execute(tx);
}

/** Sets another phone to sign in by. No other user may have it. */
export async function setPhone(tx: Db, args: { userId: number; phone: string }): Promise<void> {
  await sql`update app_user set phone = ${args.phone} where id = ${args.userId}`.execute(tx);
}

/** Sets name and e-mail. A changed address becomes unconfirmed. */
export async function setUserProfile(
  db: Db,
  args: { userId: number; firstname: string; email: string },
): Promise<UserRecord> {
  return getOnlyRow(
    db,
    sql<UserRecord>`
      update app_user set firstname = ${args.firstname}, email = ${args.email},
        email_confirmed_at = case when email = ${args.email} then email_confirmed_at end
      where id = ${args.userId}
      returning id, phone, firstname, email, staff_role is not null as "isStaff"`,
  );
}
