import type { Role } from '#contract/access.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import type { ColleagueRecord } from '../../people/users/colleague.ts';
import { ACCESS_DECIDED, findWaiting } from './access-request-store.ts';
import { inviteColleague } from './invite-colleague.ts';

export interface Grant {
  scope: CompanyScope;
  adminId: number;
  id: number;
  role: Role;
  ip: string;
}

/**
 * Lets whoever has asked in, as an invitation does; it refuses on `phone` what an invitation refuses. 404 another
 * company's request, or one that was decided.
 */
export async function grantAccess(ctx: Context, grant: Grant): Promise<ColleagueRecord> {
  const { scope, id, adminId, role, ip } = grant;
  // The wall hides whoever is no colleague yet.
  const asked = await findWaiting(ctx.db.system, scope, id);
  if (!asked) throw notFound(ACCESS_DECIDED);
  const { phone, firstname, lastname } = asked;
  const person = { phone, firstname: firstname ?? '', lastname: lastname ?? '' };
  return inviteColleague(ctx, { ...person, scope, adminId, role, ip });
}
