import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './database.ts';

test('two test databases are migrated, isolated from each other, and gone after drop', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await ask(one.url, 'create table litres (value int)');
  expect(await ask(other.url, `select to_regclass('litres') as found`)).toEqual([{ found: null }]);
  await one.drop();
  await other.drop();
  await expect(ask(one.url, 'select 1')).rejects.toThrow(/does not exist/);
});

async function ask(url: string, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}
