import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { enqueueJobs } from '../queue/enqueue-job.ts';
import { startApi, type TestApi } from '../testing/api.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  type GivenCard,
  type GivenCompany,
} from '../testing/givens/factories.ts';

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

async function transfer(company: GivenCompany, card: GivenCard): Promise<void> {
  const sms = await givenCode(api, company.admin, 'transfer', card.id);
  const { token } = company.admin;
  const form = { sum: '10', sms, mode: '1' };
  expect((await api.post(`/api/card/${card.id}/transaction`, { token, form })).status).toBe(200);
}

test('speed-and-safety §6: jobs continue after the database failed at a completion', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
  const card = await givenCard(api, company.id);
  // A sequence shows the refusal although its transaction is undone.
  await owner.query(`
    create sequence tick_offs_refused;
    grant usage on sequence tick_offs_refused to public;
    create function refuse_tick_off() returns trigger language plpgsql as $$
    begin
      perform nextval('tick_offs_refused');
      raise exception 'the database is not to be had';
    end $$;
    create trigger refuse_tick_off before delete on graphile_worker._private_jobs
      for each row execute function refuse_tick_off();`);
  await transfer(company, card);
  await expect
    .poll(async () => (await owner.query('select is_called from tick_offs_refused')).rows)
    .toEqual([{ is_called: true }]);
  await owner.query('drop trigger refuse_tick_off on graphile_worker._private_jobs');

  await transfer(company, card);
  await expect
    .poll(async () => (await api.get(`/api/card/${card.id}`, { token: company.admin.token })).body.data)
    .toMatchObject({ card_sum: 20, inProgressOperations: [] });
});

test('a lane begins anew whose jobs could not be ticked off, several at once', async () => {
  const logged = vi.spyOn(api.ctx.log, 'error');
  // The runner's other locked jobs are returned slowly, so that more than one batch is refused meanwhile.
  await owner.query(`
    create function refuse_tick_offs() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then raise exception 'the database is not to be had'; end if;
      if new.locked_by is null then perform pg_sleep(0.5); end if;
      return new;
    end $$;
    create trigger refuse_tick_offs before delete or update on graphile_worker._private_jobs
      for each row execute function refuse_tick_offs();`);
  for (let batch = 0; batch < 6; batch += 1) await addJobs();
  await expect
    .poll(() => logged.mock.calls.map((input) => input.at(-1)))
    .toContain('the queue has lost its runner, another one begins');
  await owner.query('drop trigger refuse_tick_offs on graphile_worker._private_jobs');
  // Those of the lost runner wait until it counts as dead.
  await owner.query('delete from graphile_worker._private_jobs');
  await addJobs();
  await expect
    .poll(
      async () =>
        (await owner.query(`select from graphile_worker.jobs where task_identifier = 'watch-balance'`)).rows,
    )
    .toEqual([]);
});

/** Adds jobs of companies that do not exist. Each ends at once. */
async function addJobs(): Promise<void> {
  const payloads = Array.from({ length: 4 }, (_, index) => ({ companyId: 1_000_000 + index }));
  await enqueueJobs(api.ctx.db.system, 'watch-balance', payloads);
}

test('late sales, checks, cleaning and days of payment are the queue’s own daily jobs', async () => {
  const { rows } = await owner.query(
    'select identifier from graphile_worker._private_known_crontabs order by identifier',
  );
  expect(rows.map((row) => row.identifier)).toEqual([
    'evening-advance-invoices',
    'evening-offset-receipts',
    'morning-complete-months',
    'morning-dunning',
    'morning-payments-due',
    'nightly-bundles',
    'nightly-cleaning',
    'nightly-late-reading',
    'nightly-monthly-fees',
    'nightly-reconciliation',
    'nightly-sealing',
  ]);
});
