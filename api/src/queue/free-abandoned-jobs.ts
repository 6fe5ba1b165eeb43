import { makeWorkerUtils } from 'graphile-worker';
import type pg from 'pg';

/** Longer than any interval between two signs of life. */
const DEAD_AFTER = '1 minute';

/**
 * Records that these runners of the queue, one for each lane, are alive. Frees jobs locked by runners that have been
 * silent for a minute: processes that were killed. Uses the database's clock, as the queue does. Every job is safe to
 * run twice, so a runner that was merely suspended does no harm. Returns the ids of the runners whose jobs were freed.
 */
export async function freeAbandonedJobs(pool: pg.Pool, runnerIds: readonly string[]): Promise<string[]> {
  await pool.query(
    `insert into job_runner (id, seen_at)
     select id, now() from unnest($1::text[]) as living (id)
     on conflict (id) do update set seen_at = excluded.seen_at`,
    [runnerIds],
  );
  await pool.query(`delete from job_runner where seen_at < now() - $1::interval`, [DEAD_AFTER]);
  const { rows } = await pool.query<{ locked_by: string }>(
    `select distinct locked_by from graphile_worker.jobs
     where locked_at < now() - $1::interval and locked_by not in (select id from job_runner)`,
    [DEAD_AFTER],
  );
  const dead = rows.map((row) => row.locked_by);
  if (dead.length > 0) {
    // Deletes a job that was replaced while it ran. The queue has removed its key and its attempts, so it would
    // stay among the failed jobs, and staff would investigate work that its successor does.
    await pool.query(
      `delete from graphile_worker._private_jobs
       where locked_by = any($1) and key is null and attempts >= max_attempts and last_error is null`,
      [dead],
    );
    const utils = await makeWorkerUtils({ pgPool: pool });
    await utils.forceUnlockWorkers(dead);
    await utils.release();
  }
  return dead;
}
