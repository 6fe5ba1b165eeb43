import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/money/fast-payments.ts';
import { toRubles } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { bind } from '../../../http/bind.ts';
import { orderFastPayment } from './order-fast-payment.ts';
import { presentFastPayment, readFastPayment } from './read-fast-payment.ts';

export function fastPaymentRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.orderFastPayment, async ({ params, scope, session }) => {
    const order = await orderFastPayment(ctx, { scope, invoiceId: params.id, userId: session.userId });
    return { data: presentFastPayment(ctx, order) };
  });

  bind(app, ctx, calls.readFastPayment, async ({ params, scope }) => ({
    data: await readFastPayment(ctx, scope, params.id),
  }));

  const { embeddedBank } = ctx;
  if (!embeddedBank) return;

  const requireOrder = async (id: string) => {
    const order = await embeddedBank.findOrder(id);
    if (!order) throw notFound('Такого платежа у банка нет');
    return { sum: toRubles(order.sum), purpose: order.purpose, state: order.state };
  };
  bind(app, ctx, calls.readEmbeddedBankOrder, async ({ query }) => ({
    data: await requireOrder(query.order),
  }));

  bind(app, ctx, calls.decideEmbeddedBankOrder, async ({ body }) => {
    await requireOrder(body.order);
    await ctx.db.inSystem((tx) => embeddedBank.decide(tx, body.order, body.decision));
    return { data: await requireOrder(body.order) };
  });
}
