import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { notAllowed } from '../../../errors.ts';
import type { SecondPerson } from '../../../http/second-person.ts';
import type { Approval, Decision } from './approvals.ts';
import { findApproval, markDecided } from './approval-store.ts';
import { takeWaiting } from './confirm-approval.ts';
import { findObstacle } from './chain-of-grants.ts';

/** Declines what another has proposed, or withdraws one's own: nothing is carried out. */
export async function declineApproval(
  ctx: Context,
  actions: SecondPerson['calls'],
  { id, session, from, reason }: Omit<Decision, 'request' | 'rules'> & { reason: string },
): Promise<Approval> {
  return ctx.db.inSystem(async (tx) => {
    const approval = await takeWaiting(ctx, tx, id);
    const now = ctx.clock.now();
    const { userId, staffRole } = session;
    const isOwn = approval.proposedBy.id === userId;
    if (!isOwn) {
      const request = { endpoint: actions.get(approval.action)?.endpoint, userId, role: staffRole, now };
      const obstacle = await findObstacle(tx, approval, request);
      if (obstacle !== null) throw notAllowed(obstacle);
    }
    await markDecided(tx, { id, state: isOwn ? 'withdrawn' : 'declined', userId, now, reason });
    await recordEvent(tx, {
      at: now,
      what: 'approval-declined',
      userId,
      companyId: approval.company?.id,
      ip: from.ip,
      targets: [{ kind: 'approval', id }],
      details: { deed: approval.action, title: approval.title, own: isOwn, reason },
    });
    return (await findApproval(tx, id, now)) as Approval;
  });
}
