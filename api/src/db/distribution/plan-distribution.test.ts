import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { planDistribution } from './plan-distribution.ts';
import { readCatalog } from './read-catalog.ts';

/** The faults of the schema after a change. */
async function faultsAfter(change: string): Promise<string[]> {
  const database = await createTestDatabase();
  const client = new pg.Client(database.url);
  try {
    await client.connect();
    await client.query(change);
    return planDistribution(await readCatalog(client)).faults;
  } finally {
    await client.end();
    await database.drop();
  }
}

test('each table has its place, and each key or reference across companies a reason', async () => {
  expect(await faultsAfter('select')).toEqual([]);
});

test('a new table, a key without company and a reference across machines are reported', async () => {
  const faults =
    await faultsAfter(`create table strange (id int primary key, card_id bigint references card (id));
    alter table driver add constraint one_surname unique (surname);
    alter table invoice add column note_id bigint references news_item (id), add column file_id bigint references stored_file (id)`);
  expect(faults.map((fault) => fault.split(':')[0])).toEqual([
    'strange',
    'driver (surname)',
    'invoice → stored_file',
    'strange → card',
  ]);
});
