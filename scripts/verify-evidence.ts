import path from 'node:path';
import { readConfig } from '../api/src/config/config.ts';
import { openDatabase } from '../api/src/db/database.ts';
import { startEmbeddedPostgres } from '../api/src/db/embedded-postgres.ts';
import { chooseFileStore } from '../api/src/gateways/file-storage/choose-file-store.ts';
import { systemClock } from '../api/src/lib/clock.ts';
import { verifyEvidence } from '../api/src/modules/papers/documents/evidence/verify-evidence.ts';

/**
 * Checks the log of confirmations and objections, and the files that they are about. Exits with 1 when anything has
 * been changed. With the embedded database, stop the portal first: only one of them can use it.
 */
try {
  process.exitCode = await verify();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}

async function verify(): Promise<number> {
  const config = readConfig(process.env);
  const postgres = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: path.join(config.dataDir, 'postgres') });
  const db = openDatabase(config.databaseUrl ?? (postgres?.url as string), { maxConnections: 2 });
  try {
    const files = chooseFileStore(config, systemClock);
    const report = await verifyEvidence({ db, files });
    for (const problem of report.problems) process.stdout.write(`${problem}\n`);
    process.stdout.write(
      `${report.rows} records, ${report.files} files: ${report.problems.length === 0 ? 'all as they were signed' : `${report.problems.length} problems`}\n`,
    );
    if (report.unproven > 0)
      process.stdout.write(
        `${report.unproven} documents were confirmed without a record: seeded, or before the log\n`,
      );
    return report.problems.length === 0 ? 0 : 1;
  } finally {
    await db.close();
    await postgres?.stop();
  }
}
