import { chooseFileStore } from '../api/src/gateways/file-storage/choose-file-store.ts';
import { systemClock } from '../api/src/lib/clock.ts';
import { verifyEvidence } from '../api/src/modules/papers/documents/evidence/verify-evidence.ts';
import { runCheck } from './run-check.ts';

/** Checks the log of confirmations and objections, and the files that they are about. */
await runCheck('all as they were signed', async ({ db, config }) => {
  const { problems, rows, files, unproven } = await verifyEvidence({
    db,
    files: chooseFileStore(config, systemClock),
  });
  const withoutRecord = `${unproven} documents were confirmed without a record: seeded, or before the log`;
  return {
    problems,
    describe: (verdict) => [
      `${rows} records, ${files} files: ${verdict}`,
      ...(unproven > 0 ? [withoutRecord] : []),
    ],
  };
});
