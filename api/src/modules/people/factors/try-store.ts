import { sql } from 'kysely';
import { firstRow, onlyRow, type Db } from '../../../db/database.ts';
import { dayBefore, type DayTries } from '../auth/factor-day.ts';

/** Counts a try to the day that all devices share on which the person has never shown the factor. */
export async function takePersonTry(db: Db, args: { userId: number; now: Date }): Promise<DayTries> {
  const { userId, now } = args;
  const isOver = sql`coalesce(t.since <= ${dayBefore(now)}::timestamptz, true)`;
  return onlyRow(
    db,
    sql<DayTries>`
      insert into factor_try as t (user_id, tries, last_at, since) values (${userId}, 1, ${now}, ${now})
      on conflict (user_id) do update set
        tries = case when ${isOver} then 1 else t.tries + 1 end,
        since = case when ${isOver} then ${now}::timestamptz else t.since end, last_at = ${now}
      returning tries, since`,
  );
}

/** Takes a right answer out of the shared day. The wrong ones stay, so the owner's sign-ins buy no one new tries. */
export async function returnPersonTry(tx: Db, userId: number): Promise<void> {
  await sql`update factor_try set tries = greatest(0, tries - 1) where user_id = ${userId}`.execute(tx);
}

/** Takes the turn to tell the person of wrong codes; false where that was done since `before`. */
export async function takeTellingTurn(
  tx: Db,
  args: { userId: number; before: Date; now: Date },
): Promise<boolean> {
  const { userId, before, now } = args;
  const row = await firstRow(
    tx,
    sql<{ user_id: number }>`
      insert into factor_try as t (user_id, tries, last_at, told_at) values (${userId}, 0, ${now}, ${now})
      on conflict (user_id) do update set told_at = ${now} where t.told_at is null or t.told_at <= ${before}
      returning user_id`,
  );
  return row !== null;
}

export async function deletePersonTries(tx: Db, userId: number): Promise<void> {
  await sql`delete from factor_try where user_id = ${userId}`.execute(tx);
}
