import { sql } from 'kysely';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow } from '../../../db/database.ts';

/** Sets whether colleagues who may change something need a second factor for it. Colleagues who only read do not. */
export async function requireFactor(
  ctx: Context,
  args: { scope: CompanyScope; required: boolean; userId: number; ip: string },
): Promise<void> {
  const { scope, required, userId, ip } = args;
  const now = ctx.clock.now();
  await ctx.db.inCompany(scope, async (tx) => {
    const changed = await firstRow(
      tx,
      sql<{ id: number }>`
        update company set factor_required_since = ${required ? now : null}
        where id = ${scope.companyId} and (factor_required_since is not null) <> ${required} returning id`,
    );
    if (!changed) return;
    await recordEvent(tx, {
      at: now,
      what: 'factor-required',
      userId,
      companyId: scope.companyId,
      ip,
      before: { required: !required },
      after: { required },
    });
  });
}
