import pg from 'pg';
import { ConfigError } from '../../environment.ts';
import { citusStatements } from './citus-statements.ts';
import { planDistribution } from './plan-distribution.ts';
import { readCatalog } from './read-catalog.ts';

/**
 * Spreads a migrated database by company over the machines of Citus, once and in one transaction. Refuses a database
 * without the extension, and a schema of which something is not explained.
 */
export async function distribute(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    if (!(await hasCitus(client)))
      throw new ConfigError(
        'DISTRIBUTE=citus, but the database has no Citus: run "create extension citus" in it first.',
      );
    const { rows } = await client.query('select count(*)::int as count from pg_dist_partition');
    if (rows[0].count > 0) return;
    await distributeTables(client);
  } finally {
    await client.end();
  }
}

/** Changes keys and puts tables in their places; the functions of Citus must be there. */
export async function distributeTables(client: pg.ClientBase): Promise<void> {
  const plan = planDistribution(await readCatalog(client));
  if (plan.faults.length > 0) throw new Error(`not ready for a distributed engine: ${plan.faults.join(' ')}`);
  await client.query('begin');
  for (const statement of citusStatements(plan)) await client.query(statement);
  await client.query('commit');
}

async function hasCitus(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select from pg_extension where extname = 'citus'`);
  return rows.length > 0;
}
