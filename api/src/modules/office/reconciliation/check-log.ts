import { checkAudit } from '../../../audit/check-audit.ts';
import type { Context } from '../../../context.ts';
import type { LogFinding } from './log-finding.ts';

const MOST = 20;

/** Checks the new part of the audit log against its seals. */
export async function checkLog(ctx: Context): Promise<LogFinding[]> {
  const problems = await checkAudit(ctx);
  return problems.slice(0, MOST).map((problem) => ({ kind: 'audit-log-changed', details: { problem } }));
}
