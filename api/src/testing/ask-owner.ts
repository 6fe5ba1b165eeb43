import pg from 'pg';
import type { TestApi } from './api.ts';

/** One query as the owner of the tables and of the queue, who may do more than any role of the program. */
export async function askOwner<Row>(
  { databaseUrl }: Pick<TestApi, 'databaseUrl'>,
  query: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const owner = new pg.Client(databaseUrl);
  await owner.connect();
  try {
    return (await owner.query(query, [...values])).rows as Row[];
  } finally {
    await owner.end();
  }
}

/** Returns when each queued job with this key is due. */
export async function dueTimes(api: TestApi, key: string): Promise<Date[]> {
  const jobs = await askOwner<{ run_at: Date }>(
    api,
    'select run_at from graphile_worker.jobs where key = $1',
    [key],
  );
  return jobs.map((job) => job.run_at);
}
