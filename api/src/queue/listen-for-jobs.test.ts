import pg, { type Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Context } from '../context.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { listenForJobs, type JobListener } from './listen-for-jobs.ts';

let database: TestDatabase;
let pool: pg.Pool;
let listener: JobListener;
let notified: number;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

beforeEach(async () => {
  await pool.query('delete from graphile_worker._private_jobs');
  notified = 0;
  // A connection on which nothing is announced, as after a job was put in that is for later.
  const ctx = { db: { listen: async () => ({ stop: async () => {} }) } } as unknown as Context;
  listener = listenForJobs(ctx, pool);
});

/** Does what a runner of the queue does when it starts. */
function listenAsRunner(): Promise<void> {
  return new Promise((resolve, reject) => {
    listener.pool.connect((error: Error | undefined, client: Client | undefined) => {
      if (error || !client) return reject(error);
      client.on('notification', ({ channel }) => (notified += channel === 'jobs:insert' ? 1 : 0));
      resolve();
    });
  });
}

async function addJob(due: string): Promise<void> {
  await pool.query(`select graphile_worker.add_job('watch-balance', run_at => now() + $1::interval)`, [due]);
}

test('each runner is notified of a due job', async () => {
  await listenAsRunner();
  await listenAsRunner();
  await addJob('-1 second');
  await listener.pollDue();
  expect(notified).toBe(2);
});

test('no runner is notified of a later job', async () => {
  await listenAsRunner();
  await addJob('1 hour');
  await listener.pollDue();
  expect(notified).toBe(0);
});

test('no runner is notified of a job that one holds', async () => {
  await listenAsRunner();
  await addJob('-1 second');
  await pool.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody'`);
  await listener.pollDue();
  expect(notified).toBe(0);
});
