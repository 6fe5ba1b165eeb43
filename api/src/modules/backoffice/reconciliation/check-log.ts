import { sql } from 'kysely';
import { checkAudit } from '../../../audit/check-audit.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';

/** The audit log has been changed behind the portal's back. */
export interface LogFinding {
  kind: 'audit-log-changed';
  details: Record<string, unknown>;
}

const MAX_FINDINGS = 20;

/** Checks the new part of the audit log against its seals. */
export async function checkLog(ctx: Context): Promise<LogFinding[]> {
  const problems = await checkAudit(ctx);
  return problems
    .slice(0, MAX_FINDINGS)
    .map((problem) => ({ kind: 'audit-log-changed', details: { problem } }));
}

/** One view of the books for several readings, and no time limit but that of the check. */
export function withSnapshot<Result>(ctx: Context, read: (tx: Db) => Promise<Result>): Promise<Result> {
  return ctx.db.system
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx: Db) => {
      await sql`set local statement_timeout = '15min'`.execute(tx);
      return read(tx);
    });
}
