import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/identity/approvals.ts';
import { toRubles } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import type { Approval, Decision, TwoPeopleRule } from './approvals.ts';
import { listApprovals } from './approval-store.ts';
import { confirmApproval } from './confirm-approval.ts';
import { declineApproval } from './decline-approval.ts';
import { describeStale, type StaleChecks } from './describe-stale.ts';
import { findObstacle } from './chain-of-grants.ts';
import { presentApproval } from './present.ts';
import { readLimit, setLimit } from './approval-limit.ts';
import { readUnconfirmedLimit } from './unconfirmed-movements.ts';

type Reader = Pick<Decision, 'from' | 'request' | 'session'>;

/** `rules`: when each call needs a second person, by the call's name. */
export function approvalRoutes(
  app: FastifyInstance,
  ctx: Context,
  rules: Readonly<Record<string, TwoPeopleRule>>,
): void {
  const { calls: actions } = app.secondPerson;
  const checks: StaleChecks = new Map();
  const presentFor = async (reader: Reader, approval: Approval) => {
    const action = actions.get(approval.action);
    const rule = rules[approval.action];
    if (approval.state !== 'waiting' || !action || !rule) return presentApproval(approval);
    const { userId, staffRole: role } = reader.session;
    const request = { endpoint: action.endpoint, userId, role, now: ctx.clock.now() };
    return presentApproval(approval, {
      obstacle: await findObstacle(ctx.db.system, approval, request),
      stale: await describeStale(ctx, checks, { approval, action, rule, reader }),
    });
  };

  bind(app, ctx, calls.listApprovals, async ({ query, session, from, request }) => {
    const found = await listApprovals(ctx.db.system, {
      state: query.state,
      about: query.about,
      aboutId: query.about_id,
      now: ctx.clock.now(),
    });
    const data: Awaited<ReturnType<typeof presentFor>>[] = [];
    // One after another: each waiting proposal asks its rule again.
    for (const approval of found) data.push(await presentFor({ session, from, request }, approval));
    return {
      data,
      meta: {
        credit_above: toRubles(await readLimit(ctx)),
        left_today: toRubles(await readUnconfirmedLimit(ctx, session.userId)),
      },
    };
  });

  bind(app, ctx, calls.confirmApproval, async ({ params, session, from, request }) => {
    const { approval, outcome } = await confirmApproval(ctx, actions, {
      id: params.id,
      session,
      from,
      request,
      rules,
    });
    return { data: { approval: presentApproval(approval), outcome } };
  });

  bind(app, ctx, calls.declineApproval, async ({ params, body, session, from }) => {
    const declined = await declineApproval(ctx, actions, {
      id: params.id,
      session,
      from,
      reason: body.reason,
    });
    return { data: { approval: presentApproval(declined) } };
  });

  bind(app, ctx, calls.setApprovalLimit, async ({ body, session, from }) => {
    await setLimit(ctx, { sum: body.credit_above, userId: session.userId, ip: from.ip });
    return { data: { credit_above: toRubles(body.credit_above) } };
  });
}
