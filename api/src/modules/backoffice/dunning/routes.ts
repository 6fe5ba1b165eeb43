import type { FastifyInstance } from 'fastify';
import * as groupCalls from '#contract/backoffice/client-groups.ts';
import * as calls from '#contract/backoffice/dunning.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { changeRule, createRule, switchRule } from './change-rule.ts';
import { changeClientGroup, createClientGroup, listClientGroups } from './client-groups.ts';
import { listOwners, listRelatedClients } from './owners.ts';
import { pauseDunning, resumeDunning } from './pauses.ts';
import {
  presentClientDunning,
  presentOwner,
  presentPreview,
  presentRelated,
  presentRule,
  toDraft,
} from './present.ts';
import { previewRule } from './preview-rule.ts';
import { readClientDunning } from './read-client-dunning.ts';
import { listRules } from './rule-store.ts';

export function dunningRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listDunningRules, async () => ({
    data: (await listRules(ctx.db.system)).map(presentRule),
  }));

  bind(app, ctx, calls.createDunningRule, async ({ body, session, from }) => {
    const author = { staffId: session.userId, ip: from.ip };
    return { data: presentRule(await createRule(ctx, toDraft(body), author)) };
  });

  bind(app, ctx, calls.changeDunningRule, async ({ params, body, session, from }) => {
    const author = { staffId: session.userId, ip: from.ip };
    return { data: presentRule(await changeRule(ctx, params.id, toDraft(body), author)) };
  });

  for (const [endpoint, active] of [
    [calls.switchDunningRuleOn, true],
    [calls.switchDunningRuleOff, false],
  ] as const) {
    bind(app, ctx, endpoint, async ({ params, body, session, from }) => {
      const { reason } = body;
      const author = { staffId: session.userId, ip: from.ip };
      return { data: presentRule(await switchRule(ctx, { id: params.id, active, reason, ...author })) };
    });
  }

  bind(app, ctx, calls.previewDunningRule, async ({ body }) => ({
    data: presentPreview(await previewRule(ctx, toDraft(body))),
  }));

  bind(app, ctx, groupCalls.listClientGroups, async () => ({ data: await listClientGroups(ctx.db.system) }));

  bind(app, ctx, groupCalls.createClientGroup, async ({ body, session, from }) => {
    const { kind, title, clients: clientIds } = body;
    const input = { kind, title, clientIds, staffId: session.userId, ip: from.ip };
    return { data: await createClientGroup(ctx, input) };
  });

  bind(app, ctx, groupCalls.changeClientGroup, async ({ params, body, session, from }) => {
    const { title, clients: clientIds } = body;
    const input = { title, clientIds, staffId: session.userId, ip: from.ip };
    return { data: await changeClientGroup(ctx, params.id, input) };
  });

  bind(app, ctx, groupCalls.listOwners, async () => ({ data: (await listOwners(ctx)).map(presentOwner) }));

  bind(app, ctx, groupCalls.listRelatedClients, async ({ params }) => ({
    data: presentRelated(await listRelatedClients(ctx, params.id)),
  }));

  bind(app, ctx, calls.readClientDunning, async ({ params }) => ({
    data: presentClientDunning(await readClientDunning(ctx, params.id), ctx.programme.today().invoicePrefix),
  }));

  bind(app, ctx, calls.pauseDunning, async ({ params, body, session, from }) => {
    const { last_day: until, reason } = body;
    const author = { staffId: session.userId, ip: from.ip };
    await pauseDunning(ctx, { companyId: params.id, until, reason, ...author });
    return { data: { last_day: until } };
  });

  bind(app, ctx, calls.resumeDunning, async ({ params, body, session, from }) => {
    const author = { staffId: session.userId, ip: from.ip };
    await resumeDunning(ctx, { companyId: params.id, reason: body.reason, ...author });
    return { data: { id: params.id } };
  });
}
