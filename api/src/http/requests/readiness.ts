import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { isMigrated } from '../../db/migrate.ts';

export interface Readiness {
  ready: boolean;
  /** `database`: the database does not answer; `migrations`: its schema is older than this program; `stopping`; else the turn that does not end. */
  cause?: string;
  /** Duration of that turn so far. */
  seconds?: number;
}

/** Finds whether this process can work: reads and movements find their connections, and no started work hangs. */
export async function findReadiness(ctx: Context): Promise<Readiness> {
  const overdue = ctx.watchdog.overdue();
  if (overdue) return { ready: false, cause: overdue.name, seconds: overdue.seconds };
  const given = new AbortController();
  try {
    const requested = Promise.all([isMigrated(ctx.db.pool), ctx.db.askPosting()]).then(
      ([migrated]) => migrated,
    );
    const migrated = await Promise.race([
      requested,
      sleep(ctx.timeouts.ready, null, { signal: given.signal }),
    ]);
    if (migrated === null) return { ready: false, cause: 'database' };
    return migrated ? { ready: true } : { ready: false, cause: 'migrations' };
  } catch {
    return { ready: false, cause: 'database' };
  } finally {
    given.abort();
  }
}
