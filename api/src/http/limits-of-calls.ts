import { sql } from 'kysely';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import type { Config } from '../config/config.ts';
import type { Context } from '../context.ts';
import { firstRow, type Db } from '../db/database.ts';
import { Refusal } from '../errors.ts';
import type { Session } from './session.ts';

/** Counts a call that is limited by day and company; refuses with 429 above the limit. */
export async function countOfDay(
  ctx: Context,
  { name }: AnyEndpoint,
  session: Session | null,
): Promise<void> {
  const limit = limitOfDay(name, ctx.config);
  if (!limit || !session?.company) return;
  const now = ctx.clock.now();
  await takeFromDailyLimit(ctx.db.system, { ...limit, what: name, whose: session.company.id, now });
}

/** Limit of a company's calls in one day, and the text shown when it is used up. */
interface LimitOfDay {
  max: number;
  sentence: string;
}

/**
 * The calls that have a limit a day and company, by name, beside their handlers: what a stolen session or a broken
 * program could do without end.
 */
function limitOfDay(call: string, { perDay }: Config): LimitOfDay | null {
  if (call === 'inviteColleague')
    return {
      max: perDay.invitations,
      sentence: `За сутки компания может пригласить не больше ${perDay.invitations} человек`,
    };
  if (call === 'saveAct')
    return { max: perDay.acts, sentence: `За сутки можно загрузить не больше ${perDay.acts} актов` };
  return null;
}

interface DailyLimit {
  /** Name of the limited action, such as `inviteColleague`. */
  what: string;
  /** Owner of the limit: the id of a company or of a person. */
  whose: number;
  max: number;
  now: Date;
  /** Reason of the refusal as a text: «За сутки можно загрузить не больше 100 актов». */
  sentence: string;
}

/** Counts one more of what may be done `max` times on a Moscow day; 429 past that. A refused one is not counted. */
async function takeFromDailyLimit(db: Db, { what, whose, max, now, sentence }: DailyLimit): Promise<void> {
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
