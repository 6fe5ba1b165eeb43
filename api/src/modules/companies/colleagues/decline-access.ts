import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { ACCESS_DECIDED, markDeclined } from './access-request-store.ts';

/** The person reads it at the INN. 404 another company's request, or one that was decided. */
export async function declineAccess(ctx: Context, scope: CompanyScope, id: number): Promise<void> {
  const now = ctx.clock.now();
  const wasWaiting = await ctx.db.inCompany(scope, (tx) => markDeclined(tx, scope, { id, now }));
  if (!wasWaiting) throw notFound(ACCESS_DECIDED);
}
