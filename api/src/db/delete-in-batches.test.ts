import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApi, type TestApi } from '../testing/api.ts';
import { getOnlyRow, type Db } from './database.ts';
import { deleteInBatches } from './delete-in-batches.ts';

/** A table whose space has been used again: each page has as many old rows as new ones. */
const ROWS = 8000;

let api: TestApi;
let other: pg.Client;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  other = new pg.Client(api.databaseUrl);
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await api.stop();
});

beforeEach(async () => {
  await other.query(`
    drop table if exists batch_test, batch_piece;
    create table batch_test (id int primary key, is_old boolean not null, filler text not null);
    insert into batch_test select n, n % 2 = 0, repeat('x', 1600) from generate_series(1, ${ROWS}) n;
    create table batch_piece (rows int not null);
    create function count_piece() returns trigger language plpgsql security definer set search_path = public as $$
    begin insert into batch_piece select count(*) from gone; return null; end $$;
    create trigger count_piece after delete on batch_test
      referencing old table as gone for each statement execute function count_piece();
    grant select, delete on batch_test to magistral_system`);
  return async () => {
    await other.query('drop table batch_test, batch_piece; drop function count_piece');
  };
});

const IS_OLD = sql`is_old`;

function deleteOld(db: Db): Promise<number> {
  return deleteInBatches(db, 'batch_test', IS_OLD);
}

async function readPages(): Promise<number> {
  const { rows } = await other.query(`select pg_relation_size('batch_test') / 8192 as pages`);
  return Number(rows[0].pages);
}

test('a night’s deletion reads each page once, in pieces that stay small', async () => {
  const pages = await readPages();
  const { deleted, fetched } = await api.ctx.db.inSystem(async (tx) => ({
    deleted: await deleteOld(tx),
    ...(await getOnlyRow(
      tx,
      sql<{
        fetched: number;
      }>`select pg_stat_get_xact_blocks_fetched('batch_test'::regclass)::int as fetched`,
    )),
  }));
  expect(deleted).toBe(ROWS / 2);
  // Each deleted row is fetched twice more: it is deleted, and the trigger counts it.
  expect(fetched).toBeLessThan(2 * deleted + 1.5 * pages);
  const { rows } = await other.query(
    'select max(rows)::int as longest, sum(rows)::int as all from batch_piece',
  );
  expect(rows[0].all).toBe(ROWS / 2);
  expect(rows[0].longest).toBeLessThan(1000);
});

test('rows that others read and change meanwhile are neither waited for nor lost', async () => {
  await other.query(
    'begin; select count(*) from batch_test; update batch_test set filler = $$y$$ where id = 7',
  );
  expect(await deleteOld(api.ctx.db.system)).toBe(ROWS / 2);
  await other.query('commit');
  const { rows } = await other.query('select count(*)::int as count, bool_or(is_old) as old from batch_test');
  expect(rows).toEqual([{ count: ROWS / 2, old: false }]);
});
