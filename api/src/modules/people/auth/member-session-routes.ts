import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/member-sessions.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { bind } from '../../../http/bind.ts';
import { endSessionsOf } from './end-sessions-of.ts';
import { isMember, listMemberSessions, type MemberSession } from './member-session-store.ts';

export function memberSessionRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listMemberSessions, async ({ params, session }) => {
    if (!(await isMember(ctx.db.system, params.id))) throw notFound();
    const found = await listMemberSessions(ctx.db.system, { userId: params.id, now: ctx.clock.now() });
    return { data: found.map((one) => presentSession(one, session.id)) };
  });

  bind(app, ctx, calls.endMemberSessions, async ({ params, session, from }) => {
    if (!(await isMember(ctx.db.system, params.id))) throw notFound();
    const ended = await ctx.db.inSystem((tx) =>
      endSessionsOf(tx, {
        userId: params.id,
        byUserId: session.userId,
        butSessionId: session.id,
        ip: from.ip,
        now: ctx.clock.now(),
      }),
    );
    return { data: { ended } };
  });
}

function presentSession(one: MemberSession, currentId: number) {
  return {
    id: one.id,
    current: one.id === currentId,
    device: one.device,
    address: one.address,
    created_at: one.createdAt.toISOString(),
    factor_at: one.factorAt?.toISOString() ?? null,
    expires_at: one.expiresAt.toISOString(),
  };
}
