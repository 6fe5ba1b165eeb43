import type { FastifyInstance } from 'fastify';
import { roleFromId } from '#contract/access.ts';
import * as calls from '#contract/identity/colleagues.ts';
import type { RoleId } from '#contract/ids.ts';
import * as invitationCalls from '#contract/identity/invitations.ts';
import { appointAdmin as appointAdminCall } from '#contract/identity/recovery.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { listWaiting, askForAccess, declineAccess } from './access-requests.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { appointAdmin } from './appoint-admin.ts';
import { changeRole } from './change-role.ts';
import { listColleagues } from './colleague-store.ts';
import {
  declineInvitation,
  listInvitationsTo,
  listOpenInvitations,
  withdrawInvitation,
} from './invitations.ts';
import { grantAccess } from './grant-access.ts';
import { inviteColleague } from './invite-colleague.ts';
import { leaveCompany } from './leave-company.ts';
import { presentColleague, presentInvitation, presentOwnInvitation } from './present.ts';

export function colleagueRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listColleagues, async ({ scope }) => {
    const colleagues = await ctx.db.inCompany(scope, (tx) => listColleagues(tx, scope));
    return { data: colleagues.map(presentColleague) };
  });

  bind(app, ctx, calls.inviteColleague, async ({ body, session, scope, from }) => {
    const { role_id, ...person } = body;
    const role = roleFromId(role_id as RoleId);
    const invited = await inviteColleague(ctx, {
      ...person,
      role,
      scope,
      adminId: session.userId,
      ip: from.ip,
    });
    return { data: presentInvitation(invited) };
  });

  bind(app, ctx, calls.askForAccess, async ({ body, session, from }) => ({
    data: { access: await askForAccess(ctx, session, { inn: body.inn, ip: from.ip }) },
  }));

  bind(app, ctx, calls.listAccessRequests, async ({ scope }) => {
    // Tenant isolation hides users who are not colleagues yet.
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

  bind(app, ctx, appointAdminCall, async ({ params, body, session, from }) => {
    await appointAdmin(ctx, {
      companyId: params.id,
      phone: body.phone,
      previousAdmins: body.former_admins,
      reason: body.reason,
      by: { userId: session.userId, ip: from.ip },
    });
    return { data: { id: params.id } };
  });

  invitationRoutes(app, ctx);
}

function invitationRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, invitationCalls.listOwnInvitations, async ({ session }) => {
    const own = await listInvitationsTo(ctx.db.system, { userId: session.userId, now: ctx.clock.now() });
    return { data: own.map(presentOwnInvitation) };
  });

  bind(app, ctx, invitationCalls.acceptInvitation, async ({ params, session, from }) => {
    const answer = { id: params.id, userId: session.userId, ip: from.ip };
    return { data: presentColleague(await acceptInvitation(ctx, answer)) };
  });

  bind(app, ctx, invitationCalls.declineInvitation, async ({ params, session, from }) => {
    await declineInvitation(ctx, { id: params.id, userId: session.userId, ip: from.ip });
    return { data: {} };
  });

  bind(app, ctx, invitationCalls.listInvitations, async ({ scope }) => {
    const now = ctx.clock.now();
    const open = await ctx.db.inCompany(scope, (tx) => listOpenInvitations(tx, scope, now));
    return { data: open.map(presentInvitation) };
  });

  bind(app, ctx, invitationCalls.withdrawInvitation, async ({ params, session, scope, from }) => {
    await withdrawInvitation(ctx, { scope, id: params.id, adminId: session.userId, ip: from.ip });
    return { data: {} };
  });

  bind(app, ctx, invitationCalls.leaveCompany, async ({ session, scope, from }) => {
    await leaveCompany(ctx, { scope, userId: session.userId, ip: from.ip });
    return { data: {} };
  });
}
