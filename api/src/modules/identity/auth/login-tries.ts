import { sql } from 'kysely';
import {
  FACTOR_MAX_TRIES,
  FACTOR_MAX_WAIT_SECONDS,
  FACTOR_WAIT_SECONDS,
} from '#contract/identity/second-factor.ts';
import { firstRow, type Db, getOnlyRow } from '../../../db/database.ts';
import { dayBefore, type DailyTries, secondsUntil } from './known-devices.ts';

/** Counts a try of a new session to its device's day. Returns null where the person has never shown the factor there. */
export async function takeDeviceTry(
  db: Db,
  args: { userId: number; tokenHash: Buffer; now: Date },
): Promise<DailyTries | null> {
  const { userId, tokenHash, now } = args;
  const isOver = sql`coalesce(factor_tries_since <= ${dayBefore(now)}::timestamptz, true)`;
  return firstRow(
    db,
    sql<DailyTries>`
      update known_device set factor_tries = case when ${isOver} then 1 else factor_tries + 1 end,
        factor_tries_since = case when ${isOver} then ${now}::timestamptz else factor_tries_since end
      where user_id = ${userId} and token_hash = ${tokenHash} and factor_at is not null
      returning factor_tries as tries, factor_tries_since as since`,
  );
}

/**
 * Counts a session's try before the answer is checked, so that parallel tries share no place. Returns how many seconds to
 * wait instead, or 0. Each five wrong answers in a row double the wait, up to a day.
 */
export async function takeSessionTry(db: Db, args: { sessionId: number; now: Date }): Promise<number> {
  const { sessionId, now } = args;
  const wait = sql`least(${FACTOR_MAX_WAIT_SECONDS}::int,
    ${FACTOR_WAIT_SECONDS}::int * 2 ^ least(factor_tries / ${FACTOR_MAX_TRIES}::int - 1, 16)) * interval '1 second'`;
  const taken = await firstRow(
    db,
    sql<{ id: number }>`
      update session set factor_tries = factor_tries + 1, factor_tried_at = ${now}
      where id = ${sessionId} and (factor_tries = 0 or factor_tries % ${FACTOR_MAX_TRIES}::int > 0
        or factor_tried_at + ${wait} <= ${now}::timestamptz)
      returning id`,
  );
  if (taken) return 0;
  const { until } = await getOnlyRow(
    db,
    sql<{ until: Date }>`select factor_tried_at + ${wait} as until from session where id = ${sessionId}`,
  );
  return secondsUntil(until, now);
}
