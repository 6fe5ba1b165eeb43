import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/approvals.ts';
import { toRubles } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import type { Session } from '../../../http/session.ts';
import type { Approval, TwoPeopleRule } from './approval.ts';
import { listApprovals } from './approval-store.ts';
import { confirmApproval } from './confirm-approval.ts';
import { declineApproval } from './decline-approval.ts';
import { findObstacle } from './find-obstacle.ts';
import { presentApproval } from './present.ts';
import { readLimit } from './read-limit.ts';
import { setLimit } from './set-limit.ts';

/** `rules`: when each call needs a second person, by the call's name. */
export function approvalRoutes(
  app: FastifyInstance,
  ctx: Context,
  rules: Readonly<Record<string, TwoPeopleRule>>,
): void {
  const { deeds } = app.secondPerson;
  const presentFor = async (session: Session, one: Approval) => {
    if (one.state !== 'waiting') return presentApproval(one, null);
    const asked = {
      endpoint: deeds.get(one.deed)?.endpoint,
      userId: session.userId,
      role: session.staffRole,
    };
    return presentApproval(one, await findObstacle(ctx.db.system, one, { ...asked, now: ctx.clock.now() }));
  };

  bind(app, ctx, calls.listApprovals, async ({ query, session }) => {
    const found = await listApprovals(ctx.db.system, {
      state: query.state,
      about: query.about,
      aboutId: query.about_id,
      now: ctx.clock.now(),
    });
    return {
      data: await Promise.all(found.map((one) => presentFor(session, one))),
      meta: { credit_above: toRubles(await readLimit(ctx)) },
    };
  });

  bind(app, ctx, calls.confirmApproval, async ({ params, session, from, request }) => {
    const { approval, outcome } = await confirmApproval(ctx, deeds, {
      id: params.id,
      session,
      from,
      request,
      rules,
    });
    return { data: { approval: presentApproval(approval, null), outcome } };
  });

  bind(app, ctx, calls.declineApproval, async ({ params, body, session, from }) => {
    const declined = await declineApproval(ctx, deeds, { id: params.id, session, from, reason: body.reason });
    return { data: { approval: presentApproval(declined, null) } };
  });

  bind(app, ctx, calls.setApprovalLimit, async ({ body, session, from }) => {
    await setLimit(ctx, { sum: body.credit_above, userId: session.userId, ip: from.ip });
    return { data: { credit_above: toRubles(body.credit_above) } };
  });
}
