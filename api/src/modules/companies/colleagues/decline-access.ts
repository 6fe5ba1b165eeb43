import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { ACCESS_DECIDED, markDeclined } from './access-request-store.ts';

export interface Decline {
  scope: CompanyScope;
  adminId: number;
  id: number;
  ip: string;
}

/** The person reads it at the INN. 404 another company's request, or one that was decided. */
export async function declineAccess(ctx: Context, { scope, adminId, id, ip }: Decline): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inCompany(scope, async (tx) => {
    const declined = await markDeclined(tx, scope, { id, now });
    if (declined === null) throw notFound(ACCESS_DECIDED);
    await recordEvent(tx, {
      at: now,
      what: 'access-declined',
      userId: adminId,
      companyId: scope.companyId,
      ip,
      details: { userId: declined },
    });
  });
}
