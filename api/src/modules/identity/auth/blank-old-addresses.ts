import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';

const BATCH = 1000;

/** Takes address and browser out of the sessions that ended before a moment, and returns of how many. */
export async function blankOldAddresses(db: Db, before: Date): Promise<number> {
  let blanked = 0;
  for (let last = 0; ;) {
    const done = await rows(
      db,
      sql<{ id: number }>`
        update session set ip = null, user_agent = null where id in (
          select id from session
          where id > ${last} and least(closed_at, expires_at, ends_at) < ${before}
            and (ip is not null or user_agent is not null)
          order by id limit ${BATCH})
        returning id`,
    );
    blanked += done.length;
    if (done.length < BATCH) return blanked;
    last = Math.max(...done.map((item) => item.id));
  }
}
