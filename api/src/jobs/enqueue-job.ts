import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { JobName, JobPayloads } from './job.ts';

/**
 * Enqueues a job in the caller's transaction: the job exists exactly when the transaction commits. A job with the
 * same key that has not started yet is replaced.
 */
export async function enqueueJob<Name extends JobName>(
  tx: Db,
  name: Name,
  payload: JobPayloads[Name],
  more: { key?: string; runAt?: Date } = {},
): Promise<void> {
  await sql`
    select enqueue_job(${name}, ${JSON.stringify(payload)}::json, ${more.key ?? null}::text, ${more.runAt ?? null}::timestamptz)`.execute(
    tx,
  );
}

/** As `enqueueJob`, for many at once; a key for each or for none. */
export async function enqueueJobs<Name extends JobName>(
  tx: Db,
  name: Name,
  payloads: readonly JobPayloads[Name][],
  keyOf: (payload: JobPayloads[Name]) => string | null = () => null,
): Promise<void> {
  await sql`
    select enqueue_jobs(${name}, ${payloads.map((one) => JSON.stringify(one))}::json[],
      ${payloads.map(keyOf)}::text[])`.execute(tx);
}
