import path from 'node:path';
import { readConfig, type Config } from '../api/src/config/config.ts';
import { openDatabase, type Database } from '../api/src/db/database.ts';
import { startEmbeddedPostgres } from '../api/src/db/embedded-postgres.ts';

interface CheckReport {
  /** A sentence each. */
  problems: readonly string[];
  /** Lines that follow the problems; `verdict` is the sentence about them. */
  describe: (verdict: string) => readonly string[];
}

/**
 * Runs a check against the portal's database and prints its report. Exits with 1 when it has found a problem, and with 2
 * when it could not be run. With the embedded database, stop the portal first: only one of them can use it.
 */
export async function runCheck(
  passed: string,
  check: (parts: { db: Database; config: Config }) => Promise<CheckReport>,
): Promise<void> {
  try {
    const config = readConfig(process.env);
    const postgres = config.databaseUrl
      ? null
      : await startEmbeddedPostgres({ dataDir: path.join(config.dataDir, 'postgres') });
    const db = openDatabase(config.databaseUrl ?? (postgres?.url as string), { maxConnections: 2 });
    try {
      const { problems, describe } = await check({ db, config });
      const verdict = problems.length === 0 ? passed : `${problems.length} problems`;
      for (const line of [...problems, ...describe(verdict)]) process.stdout.write(`${line}\n`);
      process.exitCode = problems.length === 0 ? 0 : 1;
    } finally {
      await db.close();
      await postgres?.stop();
    }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 2;
  }
}
