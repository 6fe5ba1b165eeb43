import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApi, type TestApi } from '../testing/api.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  type GivenCard,
  type GivenCompany,
} from '../testing/factories.ts';

let api: TestApi;
let owner: pg.Client;

beforeAll(async () => {
  api = await startApi();
  owner = new pg.Client(api.databaseUrl);
  await owner.connect();
});

afterAll(async () => {
  await owner.end();
  await api.stop();
});

async function transfer(company: GivenCompany, card: GivenCard): Promise<void> {
  const sms = await givenCode(api, company.admin, 'transfer', card.id);
  const { token } = company.admin;
  const form = { sum: '10', sms, mode: '1' };
  expect((await api.post(`/api/card/${card.id}/transaction`, { token, form })).status).toBe(200);
}

test('speed-and-safety §6: jobs go on being done after the database failed while one was ticked off', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
  const card = await givenCard(api, company.id);
  // A sequence tells of the refusal although its transaction is undone.
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
  await vi.waitFor(
    async () => {
      const { rows } = await owner.query('select is_called from tick_offs_refused');
      expect(rows[0].is_called).toBe(true);
    },
    { timeout: 30_000 },
  );
  await owner.query('drop trigger refuse_tick_off on graphile_worker._private_jobs');

  await transfer(company, card);
  await vi.waitFor(
    async () => {
      const { body } = await api.get(`/api/card/${card.id}`, { token: company.admin.token });
      expect(body.data).toMatchObject({ card_sum: 20, inProgressOperations: [] });
    },
    { timeout: 30_000, interval: 100 },
  );
});

test('late sales, checks, cleaning and days of payment are the queue’s own daily jobs', async () => {
  const { rows } = await owner.query(
    'select identifier from graphile_worker._private_known_crontabs order by identifier',
  );
  expect(rows.map((row) => row.identifier)).toEqual([
    'morning-payments-due',
    'nightly-cleaning',
    'nightly-late-reading',
    'nightly-reconciliation',
    'nightly-sealing',
  ]);
});
