import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { getTaskName, type JobName, type JobPayloads } from './job.ts';

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
    select enqueue_job(${getTaskName(name, payload)}, ${JSON.stringify(payload)}::json, ${more.key ?? null}::text, ${more.runAt ?? null}::timestamptz)`.execute(
    tx,
  );
}

/** Enqueues one job for each payload. A waiting job of the same key keeps its place in the line. */
export async function enqueueJobsInLine<Name extends JobName>(
  db: Db,
  name: Name,
  payloads: readonly JobPayloads[Name][],
  getKey: (payload: JobPayloads[Name]) => string,
): Promise<void> {
  await sql`
    select enqueue_tasks_in_line(${payloads.map((payload) => getTaskName(name, payload))}::text[],
      ${payloads.map((payload) => JSON.stringify(payload))}::json[], ${payloads.map(getKey)}::text[])`.execute(
    db,
  );
}

/** Like `enqueueJob`, for many at once, of any networks, with a key for each or for none. */
export async function enqueueJobs<Name extends JobName>(
  tx: Db,
  name: Name,
  payloads: readonly JobPayloads[Name][],
  getKey: (payload: JobPayloads[Name]) => string | null = () => null,
): Promise<void> {
  await sql`
    select enqueue_tasks(${payloads.map((payload) => getTaskName(name, payload))}::text[],
      ${payloads.map((payload) => JSON.stringify(payload))}::json[], ${payloads.map(getKey)}::text[])`.execute(
    tx,
  );
}
