import { sql } from 'kysely';
import { firstRow, rows, type Db } from '../../../db/database.ts';

export interface MemberSession {
  id: number;
  device: string | null;
  address: string | null;
  createdAt: Date;
  factorAt: Date | null;
  expiresAt: Date;
}

/** A member's open sessions, the newest first. */
export function listMemberSessions(db: Db, args: { userId: number; now: Date }): Promise<MemberSession[]> {
  return rows(
    db,
    sql<MemberSession>`
      select id, user_agent as device, ip as address, created_at as "createdAt", factor_at as "factorAt",
        expires_at as "expiresAt"
      from session where user_id = ${args.userId} and closed_at is null and expires_at > ${args.now}
        and ends_at > ${args.now}
      order by id desc limit 200`,
  );
}

/** Ends a person's open sessions, but one, and returns how many. */
export async function closeSessionsBut(
  tx: Db,
  args: { userId: number; butSessionId: number | null; now: Date },
): Promise<number> {
  const ended = await rows(
    tx,
    sql<{ id: number }>`
      update session set closed_at = ${args.now}
      where user_id = ${args.userId} and closed_at is null and id is distinct from ${args.butSessionId}::bigint
      returning id`,
  );
  return ended.length;
}

/** Returns whether this user is one of the programme's staff. */
export async function isMember(db: Db, userId: number): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ id: number }>`select id from app_user where id = ${userId} and staff_role is not null`,
  );
  return row !== null;
}
