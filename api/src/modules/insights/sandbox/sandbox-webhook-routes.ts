import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/companies/sandbox-webhooks.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope, type CompanyScope } from '../../../db/company-scope.ts';
import { bind } from '../../../http/bind.ts';
import { createWebhook } from '../../companies/webhooks/create-webhook.ts';
import { listShownDeliveries } from '../../companies/webhooks/list-shown-deliveries.ts';
import { removeWebhook, resumeWebhook } from '../../companies/webhooks/webhooks.ts';
import { replayDelivery } from '../../companies/webhooks/deliveries.ts';
import { rotateWebhook } from '../../companies/webhooks/webhook-secret.ts';
import { requireSandbox } from './sandbox.ts';

/** The webhooks of a sandbox, as its company's admin has them on the page; each change stands in the company's own log. */
export function sandboxWebhookRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.createSandboxWebhook, async ({ body, scope, session: { userId } }) => ({
    data: await createWebhook(ctx, { ...body, ...(await findWebhookOwner(scope)), userId }),
  }));

  bind(app, ctx, calls.removeSandboxWebhook, async ({ params: { id }, scope }) => {
    await removeWebhook(ctx, await findWebhookOwner(scope), id);
    return { data: { id } };
  });

  bind(app, ctx, calls.resumeSandboxWebhook, async ({ params: { id }, scope }) => {
    await resumeWebhook(ctx, await findWebhookOwner(scope), id);
    return { data: { id } };
  });

  bind(app, ctx, calls.rotateSandboxWebhook, async ({ params: { id }, scope, session: { userId } }) => ({
    data: { secret: await rotateWebhook(ctx, { ...(await findWebhookOwner(scope)), id, userId }) },
  }));

  bind(app, ctx, calls.listSandboxDeliveries, async ({ params: { id }, query, scope }) => {
    const { scope: own } = await findWebhookOwner(scope);
    return listShownDeliveries(ctx, own, { ...query, webhookId: id });
  });

  bind(app, ctx, calls.replaySandboxDelivery, async ({ params: { id }, scope }) => {
    await replayDelivery(ctx, await findWebhookOwner(scope), id);
    return { data: { id } };
  });

  async function findWebhookOwner(parent: CompanyScope) {
    const { companyId } = await requireSandbox(ctx, parent);
    return { scope: mintCompanyScope(companyId), logCompanyId: parent.companyId };
  }
}
