import fs from 'node:fs';
import path from 'node:path';
import { verifyFiles } from '../api/src/compose/verify-files.ts';
import { chooseFileStore } from '../api/src/gateways/file-storage/choose-file-store.ts';
import { systemClock } from '../api/src/lib/clock.ts';
import { runCheck } from './run-check.ts';

const MAX_LISTED_NAMES = 20;

/**
 * Checks that every file which the database names is in the store, byte for byte: `npm run verify-files`. In a folder it
 * also counts the files that the database does not name: after a restore, those are newer than the restored moment.
 */
await runCheck('all as they were stored', async ({ db, config }) => {
  const present = config.s3 ? null : namesIn(path.join(config.dataDir, 'files'));
  const store = chooseFileStore(config, systemClock);
  const { problems, files, unnamed } = await verifyFiles({ db, files: store, present });
  return {
    problems,
    describe: (verdict) => [
      `${files} files named by the database: ${verdict}`,
      unnamed === null
        ? 'an object store is not listed: files that nothing names were not looked for'
        : `${unnamed.length} files that it does not name${formatList(unnamed)}`,
    ],
  };
});

function formatList(names: readonly string[]): string {
  if (names.length === 0) return '';
  const more = names.length > MAX_LISTED_NAMES ? `, and ${names.length - MAX_LISTED_NAMES} more` : '';
  return `: ${names.slice(0, MAX_LISTED_NAMES).join(', ')}${more}`;
}

function namesIn(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => path.basename(file))
    .filter((name) => /^[0-9a-f]{64}$/.test(name));
}
