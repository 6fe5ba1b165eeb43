import pg from 'pg';
import { distributeTables } from '../../db/distribution/distribute.ts';

/**
 * Gives a database the keys that it would have on Citus, without spreading anything: the two functions that put tables
 * in their places are here functions that do nothing. What is left is all that PostgreSQL itself checks.
 */
export async function widenKeys(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(`
      create function create_reference_table(name regclass) returns void language sql as 'select';
      create function create_distributed_table(name regclass, by text, colocate_with text default 'default')
        returns void language sql as 'select'`);
    await distributeTables(client);
  } finally {
    await client.end();
  }
}
