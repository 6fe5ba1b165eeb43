import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/companies/webhooks.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { createWebhook } from './create-webhook.ts';
import { listShownDeliveries } from './list-shown-deliveries.ts';
import { listShownWebhooks, removeWebhook, resumeWebhook } from './webhooks.ts';
import { replayDelivery } from './deliveries.ts';
import { rotateWebhook } from './webhook-secret.ts';

export function webhookRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.createWebhook, async ({ body, scope, session: { userId } }) => ({
    data: await createWebhook(ctx, { ...body, scope, userId }),
  }));

  bind(app, ctx, calls.listWebhooks, async ({ scope }) => ({ data: await listShownWebhooks(ctx, scope) }));

  bind(app, ctx, calls.removeWebhook, async ({ params: { id }, scope }) => {
    await removeWebhook(ctx, { scope }, id);
    return { data: { id } };
  });

  bind(app, ctx, calls.resumeWebhook, async ({ params: { id }, scope }) => {
    await resumeWebhook(ctx, { scope }, id);
    return { data: { id } };
  });

  bind(app, ctx, calls.rotateWebhook, async ({ params: { id }, scope, session: { userId } }) => ({
    data: { secret: await rotateWebhook(ctx, { id, scope, userId }) },
  }));

  bind(app, ctx, calls.listDeliveries, ({ params: { id }, query, scope }) =>
    listShownDeliveries(ctx, scope, { ...query, webhookId: id }),
  );

  bind(app, ctx, calls.replayDelivery, async ({ params: { id }, scope }) => {
    await replayDelivery(ctx, { scope }, id);
    return { data: { id } };
  });
}
