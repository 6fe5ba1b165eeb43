import type { FastifyInstance } from 'fastify';
import { roleFromId } from '#contract/access.ts';
import * as calls from '#contract/colleagues.ts';
import type { RoleId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { listWaiting } from './access-request-store.ts';
import { askForAccess } from './ask-for-access.ts';
import { changeRole } from './change-role.ts';
import { listColleagues } from './colleague-store.ts';
import { declineAccess } from './decline-access.ts';
import { grantAccess } from './grant-access.ts';
import { inviteColleague } from './invite-colleague.ts';
import { presentColleague } from './present.ts';

export function colleagueRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listColleagues, async ({ scope }) => {
    const colleagues = await ctx.db.inCompany(scope, (tx) => listColleagues(tx, scope));
    return { data: colleagues.map(presentColleague) };
  });

  bind(app, ctx, calls.inviteColleague, async ({ body, session, scope, from }) => {
    const { role_id, ...person } = body;
    const role = roleFromId(role_id as RoleId);
    const colleague = await inviteColleague(ctx, {
      ...person,
      role,
      scope,
      adminId: session.userId,
      ip: from.ip,
    });
    return { data: presentColleague(colleague) };
  });

  bind(app, ctx, calls.askForAccess, async ({ body, session, from }) => ({
    data: { access: await askForAccess(ctx, session, { inn: body.inn, ip: from.ip }) },
  }));

  bind(app, ctx, calls.listAccessRequests, async ({ scope }) => {
    // The wall hides whoever is no colleague yet.
    const waiting = await listWaiting(ctx.db.system, scope);
    return {
      data: waiting.map(({ askedAt, ...person }) => ({ ...person, asked_at: askedAt.toISOString() })),
    };
  });

  bind(app, ctx, calls.grantAccess, async ({ params, body, session, scope, from }) => {
    const role = roleFromId(body.role_id as RoleId);
    const grant = { scope, id: params.id, adminId: session.userId, role, ip: from.ip };
    return { data: presentColleague(await grantAccess(ctx, grant)) };
  });

  bind(app, ctx, calls.declineAccess, async ({ params, session, scope, from }) => {
    await declineAccess(ctx, { scope, adminId: session.userId, id: params.id, ip: from.ip });
    return { data: {} };
  });

  bind(app, ctx, calls.attachRole, async ({ query, session, scope, from }) => {
    const change = { scope, adminId: session.userId, colleagueId: query.id, ip: from.ip };
    return {
      data: presentColleague(await changeRole(ctx, { ...change, role: roleFromId(query.role_id as RoleId) })),
    };
  });

  bind(app, ctx, calls.detachRole, async ({ body, session, scope, from }) => {
    const change = { scope, adminId: session.userId, colleagueId: body.id, ip: from.ip };
    return { data: presentColleague(await changeRole(ctx, { ...change, role: 'none' })) };
  });
}
