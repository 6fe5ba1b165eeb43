import { sql } from 'kysely';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { listIds, type CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';

/** Returns the ids of those companies that let one code confirm their documents together with those of others. */
export async function filterSharedCode(db: Db, scopes: readonly CompanyScope[]): Promise<Set<number>> {
  const found = await rows(
    db,
    sql<{ id: number }>`
      select id from company where id = any(${listIds(scopes)}::bigint[]) and shared_code_since is not null`,
  );
  return new Set(found.map(({ id }) => id));
}

/** Sets whether one code may confirm documents of the company together with those of others. */
export async function allowSharedCode(
  ctx: Context,
  args: { scope: CompanyScope; allowed: boolean; userId: number; ip: string },
): Promise<void> {
  const { scope, allowed, userId, ip } = args;
  const now = ctx.clock.now();
  await ctx.db.inCompany(scope, async (tx) => {
    const changed = await firstRow(
      tx,
      sql<{ id: number }>`
        update company set shared_code_since = ${allowed ? now : null}
        where id = ${scope.companyId} and (shared_code_since is not null) <> ${allowed} returning id`,
    );
    if (!changed) return;
    await recordEvent(tx, {
      at: now,
      what: 'shared-code-changed',
      userId,
      companyId: scope.companyId,
      ip,
      before: { sharedCode: !allowed },
      after: { sharedCode: allowed },
    });
  });
}
