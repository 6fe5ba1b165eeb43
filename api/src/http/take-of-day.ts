import { sql } from 'kysely';
import { firstRow, type Db } from '../db/database.ts';
import { Refusal } from '../errors.ts';

export interface OfDay {
  /** Name of the limited action, such as `inviteColleague`. */
  what: string;
  /** Owner of the limit: the id of a company or of a person. */
  whose: number;
  most: number;
  now: Date;
  /** Reason of the refusal as a text: «За сутки можно загрузить не больше 100 актов». */
  sentence: string;
}

/** Counts one more of what may be done `most` times on a Moscow day; 429 past that. A refused one is not counted. */
export async function takeOfDay(db: Db, { what, whose, most: max, now, sentence }: OfDay): Promise<void> {
  const taken = await firstRow(
    db,
    sql<{ done: number }>`
      insert into day_count as already (what, whose, day, done)
      values (${what}, ${whose}, (${now}::timestamptz at time zone 'Europe/Moscow')::date, 1)
      on conflict (what, whose, day) do update set done = already.done + 1 where already.done < ${max}
      returning done`,
  );
  if (taken) return;
  throw new Refusal(429, 'too-often', `${sentence}. Продолжите завтра`, {
    retryAfterSeconds: secondsToMidnight(now),
  });
}

const DAY_MS = 86_400_000;
const MOSCOW_MS = 3 * 3_600_000;

/** Returns the seconds to midnight in Moscow, whose clock has had no summer time since 2014. */
function secondsToMidnight(now: Date): number {
  return Math.ceil((DAY_MS - ((now.getTime() + MOSCOW_MS) % DAY_MS)) / 1000);
}
