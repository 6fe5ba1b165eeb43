import { sql } from 'kysely';
import { onlyRow, type Db } from '../../../db/database.ts';

const BATCH = 1000;

/**
 * Deletes sessions whose absolute end was before a moment, with their spent tokens, and returns how many. Sessions end
 * in the order in which they began, so the oldest are looked at, and no index of their ends is needed. Their
 * tickets, which live for a minute, must have been deleted before.
 */
export async function deleteEndedSessions(db: Db, before: Date): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { count } = await onlyRow(
      db,
      sql<{ count: number }>`
        with ended as (
          select id from (select id, ends_at from session order by id limit ${BATCH}) oldest where ends_at < ${before}
        ), spent as (
          delete from spent_refresh_token where session_id in (select id from ended)
        ), gone as (
          delete from session where id in (select id from ended) returning id
        )
        select count(*) as count from gone`,
    );
    deleted += count;
    if (count < BATCH) return deleted;
  }
}
