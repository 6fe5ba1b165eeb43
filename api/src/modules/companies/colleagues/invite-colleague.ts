import type { Role } from '#contract/access.ts';
import { INVITATION_DAYS } from '#contract/limits.ts';
import { maskPhone } from '#contract/values/phone.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, fieldRefusal, notAllowed } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { assertMayGrant } from '../first-admin/admin-proof.ts';
import { lockColleagues } from './colleague-store.ts';
import { countInvitations, putInvitation, type InvitationRecord } from './invitations.ts';

export interface Invitation {
  scope: CompanyScope;
  adminId: number;
  phone: string;
  firstname: string;
  lastname: string;
  role: Role;
  ip: string;
}

const MAX_OPEN = 50;
const MAX_PER_DAY = 100;
const DAY_MS = 86_400_000;

/**
 * Invites the owner of a phone, who is not a colleague before accepting. Nothing here searches for the user, so the
 * answer is the same for one who is registered, works elsewhere or is staff. Refuses: `phone` of a colleague, whom the
 * admin sees anyway; 409 too many that wait.
 */
export async function inviteColleague(ctx: Context, invitation: Invitation): Promise<InvitationRecord> {
  const { scope, adminId, phone, ip, ...person } = invitation;
  const { companyId } = scope;
  const now = ctx.clock.now();
  return ctx.db.inSystem(async (tx) => {
    const colleagues = await lockColleagues(tx, scope);
    // The admin may have lost the role while this request was on its way.
    if (!colleagues.some(({ id, role }) => id === adminId && role === 'admin')) throw notAllowed();
    if (colleagues.some((colleague) => colleague.phone === phone && colleague.role !== 'none'))
      throw fieldRefusal('phone', 'Сотрудник с этим телефоном уже есть в списке');
    await assertMayGrant(ctx, tx, companyId, invitation.role);
    const dayAgo = new Date(now.getTime() - DAY_MS);
    const { open, recent } = await countInvitations(tx, { companyId, phone, since: dayAgo, now });
    if (open >= MAX_OPEN || recent >= MAX_PER_DAY)
      throw conflict('Слишком много приглашений ждут ответа. Отзовите лишние или подождите');
    const made = await putInvitation(tx, {
      ...person,
      companyId,
      phone,
      invitedBy: adminId,
      now,
      expiresAt: new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
      notifiedBefore: dayAgo,
    });
    const { id } = made;
    await enqueueJob(tx, 'send-invitation-sms', { invitationId: id }, { key: `invitation-sms:${id}` });
    await recordEvent(tx, {
      at: now,
      what: 'colleague-invited',
      userId: adminId,
      companyId,
      ip,
      details: { invitationId: id, phone: maskPhone(phone), role: person.role },
    });
    return made;
  });
}
