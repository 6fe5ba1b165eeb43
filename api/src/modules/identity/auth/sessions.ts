import { sql } from 'kysely';
import { firstRow, getOnlyRow, type Db } from '../../../db/database.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context, ConfirmationInput } from '../../../context.ts';
import { checkCode, spendCode } from '../../messaging/sms-codes/check-code.ts';
import { markConfirmed } from './session-list-store.ts';
import { closeSessionsBut } from './member-session-store.ts';

/** The hashes of a session's three tokens. The tokens themselves are not stored. */
export interface TokenHashes {
  enterHash: Buffer;
  accessHash: Buffer;
  refreshHash: Buffer;
}

export interface NewSession extends TokenHashes {
  userId: number;
  createdAt: Date;
  /** End of an idle session; each profile call postpones it. */
  expiresAt: Date;
  /** Absolute end, which nothing extends. */
  endsAt: Date;
  ip: string;
  userAgent: string;
}

export async function insertSession(db: Db, session: NewSession): Promise<number> {
  const row = await getOnlyRow(
    db,
    sql<{ id: number }>`
      insert into session (user_id, access_hash, refresh_hash, enter_hash, created_at, expires_at, ends_at, ip, user_agent)
      values (${session.userId}, ${session.accessHash}, ${session.refreshHash}, ${session.enterHash},
        ${session.createdAt}, ${session.expiresAt}, ${session.endsAt}, ${session.ip}, ${session.userAgent})
      returning id`,
  );
  return row.id;
}

/**
 * The owner of an enter token, while the session is open, and when it last got a code; `isHalf`: his second factor has not
 * been shown yet.
 */
export async function findUserByEnterToken(
  db: Db,
  args: { enterHash: Buffer; now: Date },
): Promise<{ userId: number; codeAt: Date; isHalf: boolean } | null> {
  return firstRow(
    db,
    sql<{ userId: number; codeAt: Date; isHalf: boolean }>`
      select s.user_id as "userId", coalesce(s.confirmed_at, s.created_at) as "codeAt",
        u.factor_since is not null and s.factor_at is null as "isHalf"
      from session s join app_user u on u.id = s.user_id
      where s.enter_hash = ${args.enterHash} and s.closed_at is null and s.expires_at > ${args.now}
        and s.ends_at > ${args.now}`,
  );
}

/** Moves the idle end; never past the absolute one. */
export async function moveSessionEnd(db: Db, args: { sessionId: number; expiresAt: Date }): Promise<void> {
  await sql`update session set expires_at = least(${args.expiresAt}, ends_at) where id = ${args.sessionId}`.execute(
    db,
  );
}

/**
 * Exchanges the tokens of the session that has this refresh token; null when none has. A session past its idle end
 * can be refreshed, one past its absolute end cannot. Sessions of the programme's staff cannot in either case.
 */
export async function exchangeTokens(
  tx: Db,
  args: { spentHash: Buffer; fresh: TokenHashes; now: Date; expiresAt: Date; staffExpiresAt: Date },
): Promise<{ sessionId: number; expiresAt: Date } | null> {
  const row = await firstRow(
    tx,
    sql<{ id: number; expires_at: Date }>`
      update session s set access_hash = ${args.fresh.accessHash}, refresh_hash = ${args.fresh.refreshHash},
        enter_hash = ${args.fresh.enterHash}, expires_at = least(s.ends_at,
          case when u.staff_role is null then ${args.expiresAt}::timestamptz else ${args.staffExpiresAt} end)
      from app_user u
      where s.refresh_hash = ${args.spentHash} and s.closed_at is null and s.ends_at > ${args.now}
        and u.id = s.user_id and (u.staff_role is null or s.expires_at > ${args.now})
      returning s.id, s.expires_at`,
  );
  if (!row) return null;
  await sql`
    insert into spent_refresh_token (refresh_hash, session_id, spent_at)
    values (${args.spentHash}, ${row.id}, ${args.now})`.execute(tx);
  return { sessionId: row.id, expiresAt: row.expires_at };
}

/** The session that an already exchanged token belonged to. */
export async function findSessionOfSpentToken(
  db: Db,
  spentHash: Buffer,
): Promise<{ sessionId: number; userId: number } | null> {
  const row = await firstRow(
    db,
    sql<{ session_id: number; user_id: number }>`
      select spent.session_id, session.user_id from spent_refresh_token spent
      join session on session.id = spent.session_id where spent.refresh_hash = ${spentHash}`,
  );
  return row && { sessionId: row.session_id, userId: row.user_id };
}

export async function closeSession(db: Db, args: { sessionId: number; now: Date }): Promise<void> {
  await sql`
    update session set closed_at = ${args.now} where id = ${args.sessionId} and closed_at is null`.execute(
    db,
  );
}

/** Ends all sessions of a person, on every device. */
export async function closeAllSessions(db: Db, args: { userId: number; now: Date }): Promise<void> {
  await sql`
    update session set closed_at = ${args.now} where user_id = ${args.userId} and closed_at is null`.execute(
    db,
  );
}

/** Spends a code of purpose `access` on this session, for 15 minutes. Refuses on `sms` as every code does. */
export async function confirmSession(ctx: Context, input: ConfirmationInput): Promise<void> {
  const { sessionId, userId, code, ip, call } = input;
  const subjects = call === undefined ? ('any' as const) : [call];
  const codeId = await checkCode(ctx, { userId, code, purpose: 'access', subjects, sumKopecks: null });
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    await spendCode(tx, codeId, now);
    await markConfirmed(tx, { sessionId, now });
    await recordEvent(tx, { at: now, what: 'session-confirmed', userId, ip, details: { sessionId } });
  });
}

const BATCH = 1000;

/**
 * Deletes sessions whose absolute end was before a moment, with their spent tokens, and returns how many. Sessions end
 * in the order in which they started, so the oldest are checked without an index of the ends. Their tickets, which
 * live for a minute, must have been deleted before.
 */
export async function deleteEndedSessions(db: Db, before: Date): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { count } = await getOnlyRow(
      db,
      sql<{ count: number }>`
        with ended as (
          select id from (select id, ends_at from session order by id limit ${BATCH}) oldest where ends_at < ${before}
        ), spent as (
          delete from spent_refresh_token where session_id in (select id from ended)
        ), gone as (
          delete from session where id in (select id from ended) returning id
        )
        select count(*) as count from gone`,
    );
    deleted += count;
    if (count < BATCH) return deleted;
  }
}

/** Ends a person's sessions on every device except the one named, and returns how many. */
export async function endSessions(
  tx: Db,
  args: { userId: number; byUserId: number; ip: string; now: Date; butSessionId?: number },
): Promise<number> {
  const { userId, byUserId, ip, now, butSessionId = null } = args;
  const ended = await closeSessionsBut(tx, { userId, butSessionId, now });
  await recordEvent(tx, {
    at: now,
    what: 'sessions-ended',
    userId: byUserId,
    ip,
    targets: [{ kind: 'user', id: userId }],
    details: { ended },
  });
  return ended;
}

/** Takes addresses and browsers out of all sessions of a person; that they end is another step. */
export async function eraseSessionTraces(tx: Db, userId: number): Promise<void> {
  await sql`update session set ip = null, user_agent = null where user_id = ${userId}`.execute(tx);
}
