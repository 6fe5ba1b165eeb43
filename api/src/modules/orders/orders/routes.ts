import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/orders.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { bind } from '../../../http/bind.ts';
import { createOrder, type OrderMade } from './create-order.ts';
import { editOrder } from './edit-order.ts';
import { makeAct } from './make-act.ts';
import { makeBill } from './make-bill.ts';
import { listOrders } from './order-store.ts';
import { presentOrder } from './present.ts';
import { readOrder } from './read-order.ts';
import { saveAct } from './save-act.ts';

const PDF = 'application/pdf';

export function orderRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.createOrder, async ({ body, session, requestKey, from }) => {
    const { sms, inn, add_sum: addSum, item: items, address, recipient } = body;
    const order = { session, sms, inn, addSum, items, address, recipient, requestKey, ip: from.ip };
    const made = await createOrder(ctx, order);
    return { data: await presentMade(ctx, made) };
  });

  bind(app, ctx, calls.editOrder, async ({ params, body, session, scope, requestKey, from }) => {
    const { sms, inn, add_sum: addSum, item: items, address, recipient } = body;
    const { userId } = session;
    const edit = {
      scope,
      userId,
      orderId: params.id,
      sms,
      inn,
      addSum,
      items,
      address,
      recipient,
      requestKey,
      ip: from.ip,
    };
    return { data: await presentMade(ctx, await editOrder(ctx, edit)) };
  });

  bind(app, ctx, calls.listOrders, async ({ scope }) => {
    const orders = await ctx.db.inCompany(scope, (tx) => listOrders(tx, scope));
    return { data: orders.map(presentOrder) };
  });

  bind(app, ctx, calls.readOrder, async ({ params, scope }) => {
    return { data: presentOrder(await readOrder(ctx, scope, params.id)) };
  });

  bind(app, ctx, calls.downloadOrderBill, async ({ params, query, scope }) => {
    return { ...(await makeBill(ctx, scope, params.id)), mime: PDF, inline: query.print };
  });

  bind(app, ctx, calls.downloadAct, async ({ query, scope }) => {
    return { ...(await makeAct(ctx, scope, query.item_id)), mime: PDF };
  });

  bind(app, ctx, calls.saveAct, async ({ body, file, session, scope }) => {
    return { data: await saveAct(ctx, scope, { itemId: body.id, userId: session.userId, file }) };
  });
}

/** A first order makes its author a colleague, so the session's scope is only known afterwards. */
async function presentMade(ctx: Context, { orderId, companyId }: OrderMade) {
  const order = presentOrder(await readOrder(ctx, mintCompanyScope(companyId), orderId));
  return { id: order.id, order, created_at: order.created_at };
}
