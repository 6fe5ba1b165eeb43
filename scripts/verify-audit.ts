import { verifyAudit, type AuditCheckOptions } from '../api/src/audit/verify-audit.ts';
import { runCheck } from './run-check.ts';

/**
 * Checks the audit log against its seals and names each line that was changed, removed or inserted. `--end=17:ab01…`:
 * the chain must still contain this end of it, as reported by an earlier check or the portal's log.
 */
await runCheck('all as they were sealed', async ({ db }) => {
  const { problems, rows, seals, end } = await verifyAudit(db, { expected: expectedEnd() });
  return {
    problems,
    describe: (verdict) => [
      `${rows} rows under ${seals} seals: ${verdict}`,
      `the chain ends at --end=${end.place}:${end.hash}`,
    ],
  };
});

function expectedEnd(): AuditCheckOptions['expected'] {
  const input = process.argv.find((value) => value.startsWith('--end='));
  if (input === undefined) return undefined;
  const [, place, hash] = /^--end=(\d+):([0-9a-f]{64})$/.exec(input) ?? [];
  if (place === undefined || hash === undefined)
    throw new Error('--end is written as 17:ab01…, a place and its hash');
  return { place: Number(place), hash };
}
