import path from 'node:path';
import { verifyAudit, type AuditCheckOptions } from '../api/src/audit/verify-audit.ts';
import { readConfig } from '../api/src/config/config.ts';
import { openDatabase } from '../api/src/db/database.ts';
import { startEmbeddedPostgres } from '../api/src/db/embedded-postgres.ts';

/**
 * Checks the audit log against its seals and names each line that was changed, removed or inserted. `--end=17:ab01…`:
 * the chain must still contain this end of it, as reported by an earlier check or the portal's log. Exits with 1 when
 * anything is wrong. With the embedded database, stop the portal first: only one of them can use it.
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
    const report = await verifyAudit(db, { expected: expectedEnd() });
    for (const problem of report.problems) process.stdout.write(`${problem}\n`);
    const verdict =
      report.problems.length === 0 ? 'all as they were sealed' : `${report.problems.length} problems`;
    process.stdout.write(`${report.rows} rows under ${report.seals} seals: ${verdict}\n`);
    process.stdout.write(`the chain ends at --end=${report.end.place}:${report.end.hash}\n`);
    return report.problems.length === 0 ? 0 : 1;
  } finally {
    await db.close();
    await postgres?.stop();
  }
}

function expectedEnd(): AuditCheckOptions['expected'] {
  const input = process.argv.find((value) => value.startsWith('--end='));
  if (input === undefined) return undefined;
  const [, place, hash] = /^--end=(\d+):([0-9a-f]{64})$/.exec(input) ?? [];
  if (place === undefined || hash === undefined)
    throw new Error('--end is written as 17:ab01…, a place and its hash');
  return { place: Number(place), hash };
}
