import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../testing/api.ts';
import { givenStaff } from '../testing/givens/factories.ts';
import { enqueueJob } from './enqueue-job.ts';
import { freeAbandonedJobs } from './free-abandoned-jobs.ts';

let api: TestApi;
let pool: pg.Pool;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  pool = new pg.Pool({ connectionString: api.databaseUrl, max: 2 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
});
afterAll(async () => {
  await pool.end();
  await api.stop();
});

test('a process that was killed gives up its jobs soon, and a living one keeps them', async () => {
  await freeAbandonedJobs(pool, ['pool-living']);
  for (const holder of ['pool-living', 'pool-killed', 'pool-asleep']) await hold(holder);
  // The runner reported that it was alive, once, two minutes ago.
  await pool.query(
    `insert into job_runner (id, seen_at) values ('pool-asleep', now() - interval '2 minutes')`,
  );

  const freed = await freeAbandonedJobs(pool, ['pool-other']);
  expect(new Set(freed)).toEqual(new Set(['pool-killed', 'pool-asleep']));
  const { rows } = await pool.query(
    'select locked_by, locked_at from graphile_worker.jobs where locked_by is not null',
  );
  expect(rows.map((row) => row.locked_by)).toEqual(['pool-living']);
  const { rows: ready } = await pool.query(
    'select count(*)::int as count from graphile_worker.jobs where locked_at is null',
  );
  expect(ready[0].count).toBe(2);
});

test('a job taken a moment ago stays until its holder had time to report', async () => {
  await hold('pool-new', '1 second');
  expect(await freeAbandonedJobs(pool, ['pool-other'])).toEqual([]);
});

test('a job replaced while its process died has not failed: its successor works', async () => {
  const { token } = await givenStaff(api);
  const failed = async () => (await api.get('/staff/api/unsettled', { token })).body.meta.totals.job;
  await hold('pool-replaced');
  await enqueueJob(api.ctx.db.system, 'watch-balance', { companyId: 1 }, { key: 'pool-replaced' });
  expect(await freeAbandonedJobs(pool, ['pool-other'])).toContain('pool-replaced');
  expect(await failed()).toBe(0);
  const { rows } = await pool.query(`select locked_at from graphile_worker.jobs where key = 'pool-replaced'`);
  expect(rows).toEqual([{ locked_at: null }]);
});

/** A job that this runner took two minutes ago. */
async function hold(holder: string, ago = '2 minutes'): Promise<void> {
  await enqueueJob(api.ctx.db.system, 'watch-balance', { companyId: 1 }, { key: holder });
  await pool.query(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - $2::interval where key = $1`,
    [holder, ago],
  );
}
