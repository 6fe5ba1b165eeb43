import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/webhooks.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { bind } from '../../../http/bind.ts';
import { createWebhook } from './create-webhook.ts';
import { findDeliveries, requeueDelivery, type DeliveryRow } from './delivery-store.ts';
import { listShownWebhooks } from './list-shown-webhooks.ts';
import { removeWebhook } from './remove-webhook.ts';
import { rotateWebhook } from './rotate-webhook.ts';
import { hasWebhook, switchOn } from './webhook-store.ts';

const NO_WEBHOOK = 'Вебхук не найден';

export function webhookRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.createWebhook, async ({ body, scope, session: { userId } }) => ({
    data: await createWebhook(ctx, { ...body, scope, userId }),
  }));

  bind(app, ctx, calls.listWebhooks, async ({ scope }) => ({ data: await listShownWebhooks(ctx, scope) }));

  bind(app, ctx, calls.removeWebhook, async ({ params: { id }, scope }) => {
    const url = await removeWebhook(ctx, scope, id);
    if (url === null) throw notFound(NO_WEBHOOK);
    return { data: { id } };
  });

  bind(app, ctx, calls.resumeWebhook, async ({ params: { id }, scope }) => {
    const now = ctx.clock.now();
    if (!(await ctx.db.inCompany(scope, (tx) => switchOn(tx, scope, { id, now }))))
      throw notFound(NO_WEBHOOK);
    return { data: { id } };
  });

  bind(app, ctx, calls.rotateWebhook, async ({ params: { id }, scope, session: { userId } }) => ({
    data: { secret: await rotateWebhook(ctx, { id, scope, userId }) },
  }));

  bind(app, ctx, calls.listDeliveries, async ({ params: { id }, query, scope }) => {
    const { page, perPage } = query;
    const { found, total } = await ctx.db.inCompany(scope, async (tx) => {
      if (!(await hasWebhook(tx, scope, id))) throw notFound(NO_WEBHOOK);
      return findDeliveries(tx, scope, { ...query, webhookId: id, state: query.state });
    });
    return {
      data: found.map(presentDelivery),
      meta: { pagination: { total_pages: Math.ceil(total / perPage), current_page: page, total } },
    };
  });

  bind(app, ctx, calls.replayDelivery, async ({ params: { id }, scope }) => {
    const now = ctx.clock.now();
    const webhookId = await ctx.db.inCompany(scope, (tx) => requeueDelivery(tx, scope, { id, now }));
    if (webhookId === null) throw notFound('Отправка не найдена');
    return { data: { id } };
  });
}

function presentDelivery(delivery: DeliveryRow) {
  const { id, state, attempts, body } = delivery;
  return {
    id,
    type: delivery.event_type,
    state,
    attempts,
    created_at: delivery.created_at.toISOString(),
    last_at: delivery.last_at?.toISOString() ?? null,
    next_at: state === 'waiting' ? delivery.next_at.toISOString() : null,
    status: delivery.last_status,
    error: delivery.last_error,
    body,
  };
}
