import type { Context } from '../../../context.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { notFound } from '../../../errors.ts';
import type { Answer } from './accept-invitation.ts';
import { endInvitation, INVITATION_OVER, listInvitationsTo } from './invitation-store.ts';

/** 404 another phone's invitation, and one that is over. */
export async function declineInvitation(ctx: Context, { id, userId, ip }: Answer): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const [invitation] = await listInvitationsTo(tx, { userId, id, now });
    const companyId = invitation?.companyId;
    if (
      companyId === undefined ||
      (await endInvitation(tx, { id, companyId, outcome: 'declined', now })) === null
    )
      throw notFound(INVITATION_OVER);
    const targets = [{ kind: 'invitation', id }];
    await recordEvent(tx, { at: now, what: 'invitation-declined', userId, companyId, ip, targets });
  });
}
