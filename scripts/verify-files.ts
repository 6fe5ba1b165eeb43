import fs from 'node:fs';
import path from 'node:path';
import { verifyFiles } from '../api/src/compose/verify-files.ts';
import { readConfig } from '../api/src/config/config.ts';
import { openDatabase } from '../api/src/db/database.ts';
import { startEmbeddedPostgres } from '../api/src/db/embedded-postgres.ts';
import { chooseFileStore } from '../api/src/gateways/file-storage/choose-file-store.ts';
import { systemClock } from '../api/src/lib/clock.ts';

/** The most names that are printed. */
const LISTED = 20;

/**
 * Checks that every file which the database names is in the store, byte for byte: `npm run verify-files`. In a folder also
 * counts the files that it does not name: after a restore, those that are newer than the restored moment. Exits with 1 when
 * a file is missing or changed. With the embedded database, stop the portal first: only one of them can use it.
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
    const present = config.s3 ? null : namesIn(path.join(config.dataDir, 'files'));
    const report = await verifyFiles({ db, files: chooseFileStore(config, systemClock), present });
    for (const problem of report.problems) process.stdout.write(`${problem}\n`);
    const verdict =
      report.problems.length === 0 ? 'all as they were stored' : `${report.problems.length} problems`;
    process.stdout.write(`${report.files} files named by the database: ${verdict}\n`);
    process.stdout.write(
      report.unnamed === null
        ? 'an object store is not listed: files that nothing names were not looked for\n'
        : `${report.unnamed.length} files that it does not name${formatList(report.unnamed)}\n`,
    );
    return report.problems.length === 0 ? 0 : 1;
  } finally {
    await db.close();
    await postgres?.stop();
  }
}

function formatList(names: readonly string[]): string {
  if (names.length === 0) return '';
  const more = names.length > LISTED ? `, and ${names.length - LISTED} more` : '';
  return `: ${names.slice(0, LISTED).join(', ')}${more}`;
}

function namesIn(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => path.basename(file))
    .filter((name) => /^[0-9a-f]{64}$/.test(name));
}
