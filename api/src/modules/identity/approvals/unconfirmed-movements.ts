import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { getOnlyRow, type Db } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';
import { secondPersonNeeded } from '../../../errors.ts';
import { formatRubles, moscowDay } from '../../../lib/money-format.ts';
import { readLimit } from './approval-limit.ts';
import type { Proposal } from './approvals.ts';

/** Makes the member's other movements wait until the transaction ends. */
async function takeUnconfirmedTurn(tx: Db, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`moved-alone:${userId}`}, 0))`.execute(tx);
}

/** Returns what the member has moved alone on a Moscow day. */
async function sumUnconfirmedMovements(db: Db, userId: number, day: string): Promise<Kopecks> {
  const { sum } = await getOnlyRow(
    db,
    sql<{ sum: number }>`
      select coalesce(sum(sum_kopecks), 0)::bigint as sum from moved_alone
      where user_id = ${userId} and day = ${day}::date`,
  );
  return kopecks(sum);
}

interface UnconfirmedMovement {
  userId: number;
  action: string;
  subjectId: number;
  sum: Kopecks;
}

async function insertUnconfirmed(
  tx: Db,
  { userId, action, subjectId, sum }: UnconfirmedMovement,
  { day, now }: { day: string; now: Date },
): Promise<void> {
  await sql`
    insert into moved_alone (user_id, day, action, subject_id, sum_kopecks, moved_at)
    values (${userId}, ${day}::date, ${action}, ${subjectId}, ${sum}, ${now})`.execute(tx);
}

/** A movement of money by a member of the staff, and who has confirmed it. */
export type StaffMovement = UnconfirmedMovement & { confirmedBy: number | null };

/**
 * Returns what the member may still move alone today, and makes the member's other movements wait until the
 * transaction ends. Call it before companies and their money are locked, so that two transactions never wait for
 * each other.
 */
export async function lockUnconfirmedLimit(ctx: Context, tx: Db, userId: number): Promise<Kopecks> {
  await takeUnconfirmedTurn(tx, userId);
  return readUnconfirmedLimit(ctx, userId, tx);
}

/** Returns what the member may still move alone today. */
export async function readUnconfirmedLimit(
  ctx: Context,
  userId: number,
  db: Db = ctx.db.system,
): Promise<Kopecks> {
  const moved = await sumUnconfirmedMovements(db, userId, moscowDay(ctx.clock.now()));
  return kopecks(Math.max(0, (await readLimit(ctx, db)) - moved));
}

export async function recordUnconfirmed(ctx: Context, tx: Db, movement: UnconfirmedMovement): Promise<void> {
  const now = ctx.clock.now();
  if (movement.sum > 0) await insertUnconfirmed(tx, movement, { day: moscowDay(now), now });
}

/**
 * Adds a movement to what its author moves alone today, in the transaction of the movement. Refuses with
 * `second-person` what exceeds the limit, and then the call is stored for a second member. A confirmed movement counts
 * for no one.
 */
export async function countUnconfirmed(
  ctx: Context,
  tx: Db,
  { confirmedBy, ...movement }: StaffMovement,
): Promise<void> {
  if (confirmedBy !== null || movement.sum <= 0) return;
  const left = await lockUnconfirmedLimit(ctx, tx, movement.userId);
  if (movement.sum > left)
    throw secondPersonNeeded(
      `Сегодня вы можете провести один ещё ${formatRubles(left)}: ${formatRubles(movement.sum)} подтверждает второй сотрудник`,
    );
  await recordUnconfirmed(ctx, tx, movement);
}

/**
 * Returns the author's sums of the day, for the second member, where a movement exceeds what the author may move
 * alone today; null where one person is enough. A movement that is being confirmed has its second person already.
 */
export async function exceedsUnconfirmedLimit(
  ctx: Context,
  { userId, sum, confirmedBy }: { userId: number; sum: Kopecks; confirmedBy: number | null },
): Promise<Proposal['details'] | null> {
  if (confirmedBy !== null) return [];
  if (sum <= 0) return null;
  const limit = await readLimit(ctx);
  const moved = await sumUnconfirmedMovements(ctx.db.system, userId, moscowDay(ctx.clock.now()));
  if (moved + sum <= limit) return null;
  return [
    {
      title: 'Автор провёл сегодня один',
      value: `${formatRubles(moved)} из ${formatRubles(limit)}`,
      movesByItself: true,
    },
  ];
}
