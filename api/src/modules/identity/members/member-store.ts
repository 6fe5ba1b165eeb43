import { sql } from 'kysely';
import type { StaffRole } from '#contract/staff-access.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';

export interface Member {
  id: number;
  firstname: string | null;
  lastname: string | null;
  phone: string;
  role: StaffRole;
  givenBy: { id: number; firstname: string | null; lastname: string | null } | null;
  givenAt: Date | null;
  /** The last sign-in. */
  seenAt: Date | null;
}

export interface Membership {
  isMember: boolean;
  isColleague: boolean;
}

const MEMBER = sql`
  select u.id, u.firstname, u.lastname, u.phone, u.staff_role as role,
    case when g.id is not null then json_build_object('id', g.id, 'firstname', g.firstname, 'lastname', g.lastname)
    end as "givenBy", gift.given_at as "givenAt",
    (select max(s.created_at) from session s where s.user_id = u.id) as "seenAt"
  from app_user u
  left join lateral (
    select given_by, given_at from staff_role_change where user_id = u.id order by id desc limit 1
  ) gift on true
  left join app_user g on g.id = gift.given_by
  where u.staff_role is not null`;

export function listMembers(db: Db): Promise<Member[]> {
  return rows(db, sql<Member>`${MEMBER} order by u.id`);
}

export function findMember(db: Db, id: number): Promise<Member | null> {
  return firstRow(db, sql<Member>`${MEMBER} and u.id = ${id}`);
}

/** Changes of staff wait for each other: two owners never take the last role of an owner at the same time. */
export async function lockStaff(tx: Db): Promise<void> {
  await sql`select id from app_user where staff_role is not null order by id for no key update`.execute(tx);
}

export function countOwners(db: Db): Promise<number> {
  return countOtherOwners(db, 0);
}

export async function countOtherOwners(tx: Db, id: number): Promise<number> {
  const row = await firstRow(
    tx,
    sql<{ count: number }>`
      select count(*)::int as count from app_user where staff_role = 'owner' and id <> ${id}`,
  );
  return row?.count ?? 0;
}

/** Returns whether the phone's owner is one of the staff already, or a colleague of a client. */
export async function findMembership(tx: Db, phone: string): Promise<Membership> {
  const row = await firstRow(
    tx,
    sql<Membership>`
      select staff_role is not null as "isMember", role <> 'none' as "isColleague"
      from app_user where phone = ${phone} for no key update`,
  );
  return row ?? { isMember: false, isColleague: false };
}
