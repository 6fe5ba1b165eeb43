import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../context.ts';
import { memoizePerOwner } from '../lib/turns/memoize-per-owner.ts';
import { NETWORK_JOBS, taskOfNetwork } from './job.ts';

/**
 * Takes a silent network's jobs out of the queue by one statement: fetching thousands one by one, only to do nothing,
 * would slow down every other lane. Their work stays due, and the loops enter it again.
 */
export async function dropSuspendedJobs(ctx: Context, partnerId: PartnerId): Promise<void> {
  const dropping = getDroppingNetworks(ctx);
  if (dropping.has(partnerId)) return;
  dropping.add(partnerId);
  const tasks = NETWORK_JOBS.map((job) => taskOfNetwork(job, partnerId));
  try {
    await sql`select drop_held_jobs(${tasks}::text[])`.execute(ctx.db.system);
  } finally {
    dropping.delete(partnerId);
  }
}

/** Networks whose jobs are being dropped. */
const getDroppingNetworks = memoizePerOwner<Context, Set<PartnerId>>(() => new Set());
