import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import { dayBefore, type DayTries } from './factor-day.ts';

/** Counts a try of a new session to its device's day. Returns null where the person has never shown the factor there. */
export async function takeDeviceTry(
  db: Db,
  args: { userId: number; tokenHash: Buffer; now: Date },
): Promise<DayTries | null> {
  const { userId, tokenHash, now } = args;
  const isOver = sql`coalesce(factor_tries_since <= ${dayBefore(now)}::timestamptz, true)`;
  return firstRow(
    db,
    sql<DayTries>`
      update known_device set factor_tries = case when ${isOver} then 1 else factor_tries + 1 end,
        factor_tries_since = case when ${isOver} then ${now}::timestamptz else factor_tries_since end
      where user_id = ${userId} and token_hash = ${tokenHash} and factor_at is not null
      returning factor_tries as tries, factor_tries_since as since`,
  );
}
