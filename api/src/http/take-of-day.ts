import { sql } from 'kysely';
import { firstRow, type Db } from '../db/database.ts';
import { Refusal } from '../errors.ts';

export interface OfDay {
  /** What is limited: `inviteColleague`. */
  what: string;
  /** Whose limit it is: the id of a company or of a person. */
  whose: number;
  most: number;
  now: Date;
  /** Why it goes no further, in words: «За сутки можно загрузить не больше 100 актов». */
  sentence: string;
}

/** Counts one more of what may be done `most` times on a Moscow day; 429 past that. A refused one is not counted. */
export async function takeOfDay(db: Db, { what, whose, most, now, sentence }: OfDay): Promise<void> {
  const taken = await firstRow(
    db,
    sql<{ done: number }>`
      insert into day_count as already (what, whose, day, done)
      values (${what}, ${whose}, (${now}::timestamptz at time zone 'Europe/Moscow')::date, 1)
      on conflict (what, whose, day) do update set done = already.done + 1 where already.done < ${most}
      returning done`,
  );
  if (taken) return;
  throw new Refusal(429, 'too-often', `${sentence}. Продолжите завтра`, {
    retryAfterSeconds: secondsToMidnight(now),
  });
}

const DAY_MS = 86_400_000;
const MOSCOW_MS = 3 * 3_600_000;

/** Of Moscow, whose clock has not been set for summer since 2014. */
function secondsToMidnight(now: Date): number {
  return Math.ceil((DAY_MS - ((now.getTime() + MOSCOW_MS) % DAY_MS)) / 1000);
}
