import { sql } from 'kysely';
import { getOnlyRow } from '../db/database.ts';
import type { TestApi } from './api.ts';

/** Waits until this many transactions of this test's database are blocked by another one's lock. */
export async function waitUntilWaiting(api: TestApi, count = 1): Promise<void> {
  for (let waiting = 0; waiting < count;) {
    ({ waiting } = await getOnlyRow(
      api.ctx.db.system,
      sql<{ waiting: number }>`
        select count(*) as waiting from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`,
    ));
  }
}
