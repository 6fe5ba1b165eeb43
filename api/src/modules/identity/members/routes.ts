import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/identity/members.ts';
import type { member } from '#contract/identity/members.ts';
import { removeFactors as removeFactorsCall } from '#contract/identity/recovery.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { removeFactors } from '../factors/remove-factor.ts';
import { changeMemberRole } from './change-member-role.ts';
import { inviteMember } from './invite-member.ts';
import { listMembers, type Member } from './member-store.ts';
import type { z } from 'zod';

export function memberRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listMembers, async () => ({
    data: (await listMembers(ctx.db.system)).map(presentMember),
  }));

  bind(app, ctx, calls.inviteMember, async ({ body, session, from, confirmedBy }) => ({
    data: presentMember(
      await inviteMember(ctx, { ...body, userId: session.userId, confirmedBy, ip: from.ip }),
    ),
  }));

  bind(app, ctx, calls.changeMemberRole, async ({ params, body, session, from, confirmedBy }) => {
    const change = { memberId: params.id, role: body.role, userId: session.userId, confirmedBy, ip: from.ip };
    return { data: presentMember((await changeMemberRole(ctx, change)) as Member) };
  });

  bind(app, ctx, removeFactorsCall, async ({ params, body, session, from }) => {
    const request = { userId: params.id, byUserId: session.userId, reason: body.reason, ip: from.ip };
    const now = ctx.clock.now();
    return { data: { removed: await ctx.db.inSystem((tx) => removeFactors(tx, { ...request, now })) } };
  });

  bind(app, ctx, calls.removeMember, async ({ params, session, from, confirmedBy }) => {
    const change = { memberId: params.id, role: null, userId: session.userId, confirmedBy, ip: from.ip };
    await changeMemberRole(ctx, change);
    return { data: {} };
  });
}

function presentMember(item: Member): z.input<typeof member> {
  return {
    id: item.id,
    firstname: item.firstname,
    lastname: item.lastname,
    phone: item.phone,
    role: item.role,
    since: item.givenAt?.toISOString() ?? null,
    given_by: item.givenBy,
    seen_at: item.seenAt?.toISOString() ?? null,
  };
}
