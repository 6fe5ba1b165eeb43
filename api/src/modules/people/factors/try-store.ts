import { sql } from 'kysely';
import { FACTOR_MAX_TRIES, FACTOR_WAIT_SECONDS } from '#contract/second-factor.ts';
import { onlyRow, type Db } from '../../../db/database.ts';

/**
 * Counts a try before it is looked at, so that many at once are no more than one after another. Returns how many seconds
 * to wait instead; 0 when this one may be made.
 */
export async function takeFactorTry(db: Db, args: { userId: number; now: Date }): Promise<number> {
  const { userId, now } = args;
  const fresh = new Date(now.getTime() - FACTOR_WAIT_SECONDS * 1000);
  const { tries, last_at: lastAt } = await onlyRow(
    db,
    sql<{ tries: number; last_at: Date }>`
      insert into factor_try as t (user_id, tries, last_at) values (${userId}, 1, ${now})
      on conflict (user_id) do update set
        tries = case when t.last_at <= ${fresh} then 1 else least(t.tries, ${FACTOR_MAX_TRIES}::int) + 1 end,
        last_at = case when t.last_at > ${fresh} and t.tries >= ${FACTOR_MAX_TRIES} then t.last_at else ${now} end
      returning tries, last_at`,
  );
  if (tries <= FACTOR_MAX_TRIES) return 0;
  return Math.max(1, FACTOR_WAIT_SECONDS - Math.floor((now.getTime() - lastAt.getTime()) / 1000));
}

/** After a right answer the count begins anew. */
export async function forgetTries(db: Db, userId: number): Promise<void> {
  await sql`delete from factor_try where user_id = ${userId}`.execute(db);
}
