import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../testing/api.ts';
import { enqueueJobs } from './enqueue-job.ts';

let api: TestApi;
let owner: pg.Client;

beforeAll(async () => {
  api = await startApi();
  owner = new pg.Client(api.databaseUrl);
  await owner.connect();
});

afterAll(async () => {
  await owner?.end();
  await api?.stop();
});

const isDone = async () =>
  (await owner.query(`select from graphile_worker.jobs where task_identifier = 'watch-balance'`)).rowCount ===
  0;

test('a lane whose jobs could not be marked as done, several at once, begins anew and does its next ones', async () => {
  const lost = lostRunners();
  await owner.query(`
    create function refuse() returns trigger language plpgsql as $$ begin
      if tg_op = 'DELETE' then raise 'the disk is full'; end if;
      if new.locked_by is null then perform pg_sleep(0.5); end if;
      return new;
    end $$;
    create trigger refuse before delete or update on graphile_worker._private_jobs
      for each row execute function refuse()`);
  for (let batch = 0; batch < 6; batch += 1) await addJobs();
  await lost.first;
  await owner.query('drop function refuse cascade');
  await owner.query('delete from graphile_worker._private_jobs');
  await addJobs();
  await expect.poll(isDone).toBe(true);
});

/** Companies that do not exist: each job ends at once. */
async function addJobs(): Promise<void> {
  const payloads = Array.from({ length: 4 }, (_, index) => ({ companyId: 1_000_000 + index }));
  await enqueueJobs(api.ctx.db.system, 'watch-balance', payloads);
}

function lostRunners(): { first: Promise<void> } {
  return {
    first: new Promise((resolve) => {
      const { error } = api.ctx.log;
      api.ctx.log.error = ((...said: unknown[]) => {
        if (said.some((word) => /has lost its runner/.test(String(word)))) resolve();
        error.apply(api.ctx.log, said as never);
      }) as typeof error;
    }),
  };
}
