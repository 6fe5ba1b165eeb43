import type { FastifyInstance } from 'fastify';
import { roleFromId } from '#contract/access.ts';
import * as calls from '#contract/colleagues.ts';
import type { RoleId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { changeRole } from './change-role.ts';
import { listColleagues } from './colleague-store.ts';
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
