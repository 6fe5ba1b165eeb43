import type { Context } from '../../../context.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { notFound } from '../../../errors.ts';
import type { ColleagueRecord } from '../../messaging/users/user-roles.ts';
import { readPerson } from '../../messaging/users/users.ts';
import { lockColleaguesAndOwner } from './colleague-store.ts';
import { type Answer, INVITATION_OVER, endInvitation, listInvitationsTo } from './invitations.ts';
import { admitColleague } from './admit-colleague.ts';

/**
 * Makes the owner of the invited phone a colleague, with the role of the invitation. 404 for another phone's invitation
 * or one that is over. 409 for a colleague, and for the programme's staff.
 */
export async function acceptInvitation(ctx: Context, { id, userId, ip }: Answer): Promise<ColleagueRecord> {
  const now = ctx.clock.now();
  return ctx.db.inSystem(async (tx) => {
    const [invitation] = await listInvitationsTo(tx, { userId, id, now });
    if (!invitation) throw notFound(INVITATION_OVER);
    const { companyId, firstname, lastname, role } = invitation;
    const { phone } = await readPerson(tx, userId);
    const { owner } = await lockColleaguesAndOwner(tx, companyId, phone);
    const isOpen = (await endInvitation(tx, { id, companyId, outcome: 'accepted', now })) === phone;
    if (!isOpen || owner?.id !== userId) throw notFound(INVITATION_OVER);
    const entry = { person: owner, companyId, firstname, lastname, role, now };
    const colleague = await admitColleague(ctx, tx, entry);
    await recordEvent(tx, {
      at: now,
      what: 'invitation-accepted',
      userId,
      companyId,
      ip,
      targets: [{ kind: 'invitation', id }],
      after: { role },
    });
    return colleague;
  });
}
