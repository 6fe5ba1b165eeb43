import type { Role } from '#contract/access.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notAllowed, notFound } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { ColleagueRecord } from '../../messaging/users/user-roles.ts';
import { ACCESS_DECIDED, findWaiting } from './access-requests.ts';
import { lockColleaguesAndOwner } from './colleague-store.ts';
import { admitColleague } from './admit-colleague.ts';

export interface Grant {
  scope: CompanyScope;
  adminId: number;
  id: number;
  role: Role;
  ip: string;
}

/**
 * Lets in a user who has asked. No invitation is needed. Refuses what an accepted invitation refuses. 404 for another
 * company's request, or one that was decided.
 */
export async function grantAccess(ctx: Context, grant: Grant): Promise<ColleagueRecord> {
  const { scope, id, adminId, role, ip } = grant;
  // Tenant isolation hides users who are not colleagues yet.
  const requested = await findWaiting(ctx.db.system, scope, id);
  if (!requested) throw notFound(ACCESS_DECIDED);
  const { phone, firstname, lastname } = requested;
  const { companyId } = scope;
  const now = ctx.clock.now();
  return ctx.db.inSystem(async (tx) => {
    const { colleagues, owner } = await lockColleaguesAndOwner(tx, companyId, phone);
    if (!colleagues.some((phoneOwner) => phoneOwner.id === adminId && phoneOwner.role === 'admin'))
      throw notAllowed();
    if (!owner) throw notFound(ACCESS_DECIDED);
    const named = { firstname: firstname ?? '', lastname: lastname ?? '' };
    const colleague = await admitColleague(ctx, tx, { ...named, person: owner, companyId, role, now });
    await recordEvent(tx, {
      at: now,
      what: 'colleague-invited',
      userId: adminId,
      companyId,
      ip,
      details: { colleagueId: colleague.id, role },
    });
    return colleague;
  });
}
