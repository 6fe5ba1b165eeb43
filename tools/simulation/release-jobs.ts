import { freeAbandonedJobs } from '../../api/src/queue/free-abandoned-jobs.ts';
import type { ExternalServices } from './outside.ts';
import type { Portal } from './portal.ts';

/**
 * Releases the jobs of a dead process by the product's own code. The database's clock cannot be moved, so the times of
 * its locks are.
 */
export async function releaseJobs(outside: ExternalServices, portal: Portal, runner: string): Promise<void> {
  const { rowCount } = await outside.owner.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '2 minutes' where locked_by = $1`,
    [runner],
  );
  if (!rowCount) return;
  await outside.owner.query(`update job_runner set seen_at = now() - interval '2 minutes' where id = $1`, [
    runner,
  ]);
  const pool = portal.ctx.db.openPool({ name: 'magistral queue', max: 1 });
  try {
    await freeAbandonedJobs(pool, [portal.runner]);
  } finally {
    await pool.end();
  }
}
