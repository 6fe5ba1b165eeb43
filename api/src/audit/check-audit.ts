import type { Context } from '../context.ts';
import { markChecked } from './audit-chain-store.ts';
import { sealEvents } from './seal-events.ts';
import { verifyAudit } from './verify-audit.ts';

/**
 * Checks nightly what was added to the audit log since the last check, however long the log is. A finding stands in the nightly report and is
 * repeated each night until a person has run `npm run verify-audit`. The process log records the end of the chain.
 */
export async function checkAudit(ctx: Context): Promise<string[]> {
  await sealEvents(ctx.db, ctx.clock.now());
  const report = await verifyAudit(ctx.db, { onlyNew: true });
  ctx.log.info({ ...report.end, seals: report.seals, rows: report.rows }, 'the audit log was checked');
  if (report.problems.length === 0) await markChecked(ctx.db.system, report.checked);
  return report.problems;
}
