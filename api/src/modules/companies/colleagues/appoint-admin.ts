import type { Role } from '#contract/access.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { putMembership } from '../../messaging/users/memberships.ts';
import { setRole } from '../../messaging/users/user-roles.ts';
import { findCompany } from '../companies/companies.ts';
import { confirmByStaff } from '../first-admin/confirm-admin.ts';
import { deleteAccessRequests } from './access-requests.ts';
import { requirePhoneOwner } from './claimant.ts';
import { lockColleaguesAndOwner } from './colleague-store.ts';

export interface Appointment {
  companyId: number;
  /** `7XXXXXXXXXX` of the user who claims the company and has signed in once. */
  phone: string;
  /** The new role of the present admins. */
  previousAdmins: Extract<Role, 'admin' | 'specialist' | 'none'>;
  /** The evidence seen by staff that the user may act for the company. It stays in the log. */
  reason: string;
  /** The member of staff who carries it out: the second of two people. */
  by: { userId: number; ip: string };
}

/**
 * «Назначить администратора»: makes an honest claimant the admin of a client whose admin is another user who came
 * first, or is gone. It gives a company into other hands, so it needs more than one person (decision 51). A repeat
 * changes nothing. Refuses: 404 no such client; `phone` unknown, or of the programme's staff.
 */
export async function appointAdmin(ctx: Context, appointment: Appointment): Promise<void> {
  const { companyId, phone, previousAdmins: formerAdmins, reason, by } = appointment;
  const scope = mintCompanyScope(companyId);
  await ctx.db.inSystem(async (tx) => {
    const { colleagues, owner } = await lockColleaguesAndOwner(tx, companyId, phone);
    const company = await findCompany(tx, companyId);
    if (!company?.clientSince) throw notFound('Клиент не найден');
    const claimant = requirePhoneOwner(owner);
    const previous = colleagues.filter(({ id, role }) => role === 'admin' && id !== claimant.id);
    const stays = formerAdmins === 'admin' || previous.length === 0;
    if (claimant.role === 'admin' && stays) return;
    const now = ctx.clock.now();
    if (formerAdmins !== 'admin')
      for (const { id: userId } of previous) await setRole(tx, { scope, userId, role: formerAdmins });
    await putMembership(tx, { userId: claimant.id, companyId, role: 'admin', now });
    await deleteAccessRequests(tx, { userId: claimant.id, companyId });
    await recordEvent(tx, {
      at: now,
      what: 'admin-appointed',
      userId: by.userId,
      companyId,
      ip: by.ip,
      targets: [claimant, ...previous].map(({ id }) => ({ kind: 'person', id })),
      before: { admins: previous.map(({ id }) => id), role: claimant.role },
      after: { admin: claimant.id, formerAdmins },
      details: { reason },
    });
    await confirmByStaff(tx, { companyId, adminId: claimant.id, reason, by, now });
  });
}
