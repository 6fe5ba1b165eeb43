import { sql } from 'kysely';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';

export interface OpenSession {
  id: number;
  createdAt: Date;
  seenAt: Date;
  ip: string | null;
  userAgent: string | null;
}

/** No one reads a longer list. Ending the other sessions ends the unlisted ones too. */
const MAX_LISTED = 100;

/** Lists the requester's session first, then by last use. Idle sessions are included, because their refresh tokens can prolong them. */
export function listOpenSessions(
  db: Db,
  args: { userId: number; currentId: number; now: Date },
): Promise<OpenSession[]> {
  return rows(
    db,
    sql<OpenSession>`
      select id, created_at as "createdAt", coalesce(seen_at, created_at) as "seenAt", ip, user_agent as "userAgent"
      from session where user_id = ${args.userId} and closed_at is null and ends_at > ${args.now}
      order by id = ${args.currentId} desc, coalesce(seen_at, created_at) desc, id desc limit ${MAX_LISTED}`,
  );
}

/** True when it was the person's own and open. */
export async function closeOwnSession(
  tx: Db,
  args: { id: number; userId: number; now: Date },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update session set closed_at = ${args.now}
      where id = ${args.id} and user_id = ${args.userId} and closed_at is null and ends_at > ${args.now}
      returning id`,
  );
  return row !== null;
}

/** Closes the other sessions of the person, and returns how many were open. */
export async function closeOtherSessions(
  tx: Db,
  args: { id: number; userId: number; now: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update session set closed_at = ${args.now}
    where user_id = ${args.userId} and id <> ${args.id} and closed_at is null and ends_at > ${args.now}`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}

export async function readCodeTime(db: Db, sessionId: number): Promise<Date> {
  const row = await getOnlyRow(
    db,
    sql<{ at: Date }>`select coalesce(confirmed_at, created_at) as at from session where id = ${sessionId}`,
  );
  return row.at;
}

export async function markConfirmed(tx: Db, args: { sessionId: number; now: Date }): Promise<void> {
  await sql`update session set confirmed_at = greatest(confirmed_at, ${args.now}) where id = ${args.sessionId}`.execute(
    tx,
  );
}

/** Marks that these people have used a code a moment ago. The action has checked which code. */
export async function markConfirmedByCode(
  db: Db,
  args: { sessionIds: readonly number[]; since: Date; now: Date },
): Promise<void> {
  await sql`
    with own as (
      select id from session where id = any(${args.sessionIds}::bigint[]) and exists (
        select from sms_code join app_user on app_user.id = session.user_id
        where sms_code.phone = app_user.phone and sms_code.user_id = session.user_id and used_at > ${args.since})
      order by id for no key update
    )
    update session set confirmed_at = greatest(confirmed_at, ${args.now}) from own where session.id = own.id`.execute(
    db,
  );
}

/** Writes nothing while the last record is recent. */
export async function markSeen(
  db: Db,
  args: { sessionIds: readonly number[]; since: Date; now: Date },
): Promise<void> {
  await sql`
    with own as (
      select id from session
      where id = any(${args.sessionIds}::bigint[]) and coalesce(seen_at, created_at) < ${args.since}
      order by id for no key update
    )
    update session set seen_at = ${args.now} from own where session.id = own.id`.execute(db);
}
