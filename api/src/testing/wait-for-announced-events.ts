import { sql } from 'kysely';
import { expect } from 'vitest';
import { getOnlyRow } from '../db/database.ts';
import type { TestApi } from './api.ts';

/**
 * Waits for every transaction of the server that still writes, including other tests'. Until then events are not
 * announced.
 */
export async function waitForAnnouncedEvents(api: TestApi): Promise<void> {
  await expect
    .poll(async () => {
      const { held } = await getOnlyRow(
        api.ctx.db.system,
        sql<{ held: boolean }>`
          select exists (
            select from change_event join event_generation using (generation)
            where xid >= pg_snapshot_xmin(pg_current_snapshot())
          ) as held`,
      );
      return held;
    })
    .toBe(false);
}
