import type { Context } from '../context.ts';
import { markChecked, readChainEnd } from './audit-chain-store.ts';
import { sealEvents } from './seal-events.ts';
import { verifyAudit } from './verify-audit.ts';

/**
 * The nightly check of what the audit log has got since the last one; what it finds stands in the night's report and is found
 * again each night until a person has looked (`npm run verify-audit`). The log of the process keeps the end of the chain.
 */
export async function checkAudit(ctx: Context): Promise<string[]> {
  await sealEvents(ctx.db, ctx.clock.now());
  const { checkedPlace } = await readChainEnd(ctx.db.system);
  const report = await verifyAudit(ctx.db, { after: checkedPlace });
  ctx.log.info({ ...report.end, seals: report.seals, rows: report.rows }, 'the audit log was checked');
  if (report.problems.length === 0) await markChecked(ctx.db.system, report.end.place);
  return report.problems;
}
