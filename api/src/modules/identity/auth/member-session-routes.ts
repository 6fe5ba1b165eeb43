import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/identity/member-sessions.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { bind } from '../../../http/bind.ts';
import { endSessions } from './sessions.ts';
import { isMember, listMemberSessions, type MemberSession } from './member-session-store.ts';

export function memberSessionRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listMemberSessions, async ({ params, session }) => {
    if (!(await isMember(ctx.db.system, params.id))) throw notFound();
    const found = await listMemberSessions(ctx.db.system, { userId: params.id, now: ctx.clock.now() });
    return { data: found.map((memberSession) => presentSession(memberSession, session.id)) };
  });

  bind(app, ctx, calls.endMemberSessions, async ({ params, session, from }) => {
    if (!(await isMember(ctx.db.system, params.id))) throw notFound();
    const ended = await ctx.db.inSystem((tx) =>
      endSessions(tx, {
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

function presentSession(memberSession: MemberSession, currentId: number) {
  return {
    id: memberSession.id,
    current: memberSession.id === currentId,
    device: memberSession.device,
    address: memberSession.address,
    created_at: memberSession.createdAt.toISOString(),
    factor_at: memberSession.factorAt?.toISOString() ?? null,
    expires_at: memberSession.expiresAt.toISOString(),
  };
}
