import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { notFound } from '../../../errors.ts';
import { endInvitation, INVITATION_OVER } from './invitation-store.ts';

/** 404 another company's invitation, and one that is over. */
export async function withdrawInvitation(
  ctx: Context,
  { scope, id, adminId, ip }: { scope: CompanyScope; id: number; adminId: number; ip: string },
): Promise<void> {
  const now = ctx.clock.now();
  const { companyId } = scope;
  await ctx.db.inCompany(scope, async (tx) => {
    if ((await endInvitation(tx, { id, companyId, outcome: 'withdrawn', now })) === null)
      throw notFound(INVITATION_OVER);
    const targets = [{ kind: 'invitation', id }];
    await recordEvent(tx, { at: now, what: 'invitation-withdrawn', userId: adminId, companyId, ip, targets });
  });
}
