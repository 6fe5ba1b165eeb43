import { ROLE_TITLE, type Role } from '#contract/access.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notAllowed, notFound } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { assertMayGrant } from '../first-admin/admin-proof.ts';
import { lockColleagues } from './colleague-store.ts';
import { notifyOfAccessChange } from '../../messaging/notices/security-notices.ts';
import type { AccessNews } from '../../messaging/security-messages/notify-of-access.ts';
import { setRole, type ColleagueRecord } from '../../messaging/users/user-roles.ts';

export interface RoleChange {
  scope: CompanyScope;
  /** The admin who changes it. */
  adminId: number;
  colleagueId: number;
  role: Role;
  ip: string;
}

const OWN_ROLE = 'Свою роль изменить нельзя';

/**
 * Changes a colleague's role at once, because sessions read it for each request. No user changes their own, and only an
 * admin changes roles, under the same lock, so a company never loses its last admin (docs/calls.md 6).
 */
export async function changeRole(ctx: Context, change: RoleChange): Promise<ColleagueRecord> {
  const now = ctx.clock.now();
  return ctx.db.inSystem(async (tx) => {
    const colleagues = await lockColleagues(tx, change.scope);
    const colleague = colleagues.find(({ id }) => id === change.colleagueId);
    if (!colleague) throw notFound('Сотрудник не найден');
    if (change.colleagueId === change.adminId) throw notAllowed(OWN_ROLE);
    // The admin may have lost the role while this request was on its way.
    if (!colleagues.some(({ id, role }) => id === change.adminId && role === 'admin')) throw notAllowed();
    if (colleague.role === change.role) return colleague;
    await assertMayGrant(ctx, tx, change.scope.companyId, change.role);
    await recordEvent(tx, {
      at: now,
      what: 'role-changed',
      userId: change.adminId,
      companyId: change.scope.companyId,
      ip: change.ip,
      details: { colleagueId: colleague.id, from: colleague.role, to: change.role },
    });
    const changed = await setRole(tx, { scope: change.scope, userId: colleague.id, role: change.role });
    await notifyOfAccessChange(ctx, tx, {
      userId: colleague.id,
      companyId: change.scope.companyId,
      what: toAccessNews(colleague.role, change.role),
      about: `${now.toISOString()}:${change.role}`,
      now,
    });
    return changed;
  });
}

function toAccessNews(from: Role, to: Role): AccessNews['what'] {
  if (to === 'none') return { event: 'colleague-left' };
  return { event: from === 'none' ? 'colleague-came' : 'role-changed', role: ROLE_TITLE[to] };
}
