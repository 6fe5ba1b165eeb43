import { sql } from 'kysely';
import { FACTOR_DAY_TRIES } from '#contract/identity/second-factor.ts';
import { firstRow, getOnlyRow, type Db } from '../../../db/database.ts';
import { dayBefore, type DailyTries, secondsUntilNextDay } from '../auth/known-devices.ts';
import { takeDeviceTry, takeSessionTry } from '../auth/login-tries.ts';
import type { Answering } from './factor.ts';

/** Counts a try to the day that all devices share on which the person has never shown the factor. */
async function takePersonTry(db: Db, args: { userId: number; now: Date }): Promise<DailyTries> {
  const { userId, now } = args;
  const isOver = sql`coalesce(t.since <= ${dayBefore(now)}::timestamptz, true)`;
  return getOnlyRow(
    db,
    sql<DailyTries>`
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

/** Takes the turn to notify the person of wrong codes. Returns false if that was done since `before`. */
export async function takeNotificationTurn(
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

export interface TakenTry {
  /** 0 where the answer may be checked. */
  waitSeconds: number;
  /** The session may go on, and the day of new sessions may not. */
  isDayOver: boolean;
  /** The try counts to the day that the person's unknown devices share. */
  isPersons: boolean;
}

/**
 * Counts a try where it can't lock the owner out. Every answer counts for its session. A one-time password of a session
 * that has never shown the factor also counts for a day, because anyone with the phone can make such sessions at will.
 * Sessions and devices that have shown it never wait because of other users' guesses. Keys and recovery codes can't be
 * guessed, so they have no day limit (decision 110 has the figures).
 */
export async function takeTry(
  db: Db,
  { way, who, now }: { way: 'passkey' | 'totp' | 'recovery'; who: Answering; now: Date },
): Promise<TakenTry> {
  const { sessionId, userId, isHalf, deviceHash } = who;
  const waitSeconds = await takeSessionTry(db, { sessionId, now });
  if (waitSeconds > 0 || way !== 'totp' || !isHalf)
    return { waitSeconds, isDayOver: false, isPersons: false };
  const onDevice = deviceHash && (await takeDeviceTry(db, { userId, tokenHash: deviceHash, now }));
  const { tries, since } = onDevice || (await takePersonTry(db, { userId, now }));
  const isDayOver = tries > FACTOR_DAY_TRIES;
  return {
    waitSeconds: isDayOver ? secondsUntilNextDay(since, now) : 0,
    isDayOver,
    isPersons: !onDevice,
  };
}
