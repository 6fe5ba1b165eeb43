import { sql } from 'kysely';
import { onlyRow } from '../db/database.ts';
import type { TestApi } from './api.ts';

/** Waits until so many transactions of this test's database are blocked by another one's lock. */
export async function untilWaiting(api: TestApi, count = 1): Promise<void> {
  for (let waiting = 0; waiting < count;) {
    ({ waiting } = await onlyRow(
      api.ctx.db.system,
      sql<{ waiting: number }>`
        select count(*) as waiting from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`,
    ));
  }
}
