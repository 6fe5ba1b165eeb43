import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { roleFromId, roleId } from '#contract/access.ts';
import { auditTitle } from '#contract/backoffice/audit-titles.ts';
import * as calls from '#contract/companies/delegations.ts';
import type { RoleId } from '#contract/ids.ts';
import { toRubles } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { createDelegation } from './create-delegation.ts';
import {
  acceptDelegation,
  addDelegatedPerson,
  endDelegation,
  readActions,
  readDelegation,
  readDelegations,
  removeDelegatedPerson,
  type Delegation,
} from './delegations.ts';

export function delegationRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.createDelegation, async ({ body, session, scope, from }) => {
    const role = roleFromId(body.role_id as RoleId) as 'manager' | 'specialist';
    const id = await createDelegation(ctx, {
      scope,
      adminId: session.userId,
      inn: body.inn,
      role,
      until: body.until ?? null,
      maxSum: body.max_sum ?? null,
      phone: body.phone ?? null,
      ip: from.ip,
    });
    return { data: await presentOne(ctx, id, scope.companyId) };
  });

  bind(app, ctx, calls.listDelegations, async ({ scope }) => {
    const listed = await readDelegations(ctx, scope.companyId);
    return { data: listed.map((own) => presentDelegation(own, scope.companyId)) };
  });

  bind(app, ctx, calls.acceptDelegation, async ({ params, session, scope: { companyId }, from }) => {
    const { userId } = session;
    const adminUnconfirmed = session.company?.adminUnconfirmed ?? false;
    await acceptDelegation(ctx, { id: params.id, companyId, userId, ip: from.ip, adminUnconfirmed });
    return { data: await presentOne(ctx, params.id, companyId) };
  });

  bind(app, ctx, calls.addDelegatedPerson, async ({ params, body, session, scope: { companyId }, from }) => {
    const { userId } = session;
    await addDelegatedPerson(ctx, { id: params.id, companyId, userId, ip: from.ip, personId: body.user_id });
    return { data: await presentOne(ctx, params.id, companyId) };
  });

  bind(app, ctx, calls.removeDelegatedPerson, async ({ params, session, scope: { companyId }, from }) => {
    const { userId } = session;
    const { id, userId: personId } = params;
    await removeDelegatedPerson(ctx, { id, companyId, userId, ip: from.ip, personId });
    return { data: await presentOne(ctx, id, companyId) };
  });

  bind(app, ctx, calls.endDelegation, async ({ params, session, scope: { companyId }, from }) => {
    await endDelegation(ctx, { id: params.id, companyId, userId: session.userId, ip: from.ip });
    return { data: {} };
  });

  bind(app, ctx, calls.listDelegationActions, async ({ params, scope: { companyId } }) => {
    const actions = await readActions(ctx, { id: params.id, companyId });
    return {
      data: actions.map(({ at, userId, person, what }) => ({
        at: at.toISOString(),
        user_id: userId,
        person,
        action: auditTitle(what),
      })),
    };
  });
}

async function presentOne(ctx: Context, id: number, companyId: number) {
  return presentDelegation(await readDelegation(ctx, { id, companyId }), companyId);
}

function presentDelegation(own: Delegation, companyId: number): z.input<typeof calls.delegation> {
  return {
    id: own.id,
    side: own.companyId === companyId ? 'given' : 'received',
    company: { inn: own.companyInn, title: own.companyTitle },
    firm: { inn: own.firmInn, title: own.firmTitle },
    role_id: roleId(own.role) ?? 0,
    until: own.until?.toISOString() ?? null,
    max_sum: own.maxSum === null ? null : toRubles(own.maxSum),
    state: own.state,
    granted_at: own.grantedAt.toISOString(),
    accepted_at: own.acceptedAt?.toISOString() ?? null,
    ended_at: own.endedAt?.toISOString() ?? null,
    people: own.people.map(({ id, firstname, lastname, since, seenAt }) => ({
      id,
      firstname,
      lastname,
      since: since.toISOString(),
      seen_at: seenAt?.toISOString() ?? null,
    })),
  };
}
