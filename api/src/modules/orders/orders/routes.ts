import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/orders/orders.ts';
import { confirmReceipt as confirmReceiptCall } from '#contract/orders/shipments.ts';
import * as staffCalls from '#contract/orders/staff-requests.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { conflict } from '../../../errors.ts';
import { bind } from '../../../http/bind.ts';
import { confirmReceipt } from '../shipments/confirm-receipt.ts';
import { approveOrder } from './approve-order.ts';
import { createOrder, type OrderMade } from './create-order.ts';
import { editOrder } from './edit-order.ts';
import { makeAct } from './make-act.ts';
import { makeBill } from './make-bill.ts';
import { listOrders } from './order-store.ts';
import { presentOrder, presentOrderDetails, presentOrderToStaff } from './present.ts';
import { previewDecision } from './preview-decision.ts';
import { readOrder, readOrderDetails, readStaffOrder } from './read-order.ts';
import { readRegistryAgain } from './read-registry-again.ts';
import { rejectOrder } from './reject-order.ts';
import { saveAct } from './save-act.ts';
import { pageOfOrders } from './staff-order-store.ts';
import { withdrawOrder } from './withdraw-order.ts';

const PDF = 'application/pdf';

export function orderRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.createOrder, async ({ body, session, requestKey, from }) => {
    const { sms, inn, add_sum: addSum, item: items, address, recipient } = body;
    const order = { session, sms, inn, addSum, items, address, recipient, requestKey, ip: from.ip };
    const made = await createOrder(ctx, order);
    return { data: await presentCreatedOrder(ctx, made) };
  });

  bind(app, ctx, calls.editOrder, async ({ params, body, session, scope, requestKey, from }) => {
    const { sms, inn, add_sum: addSum, item: items, address, recipient } = body;
    const { userId } = session;
    const edit = {
      scope,
      userId,
      session,
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
    return { data: await presentCreatedOrder(ctx, await editOrder(ctx, edit)) };
  });

  bind(app, ctx, calls.listOrders, async ({ scope }) => {
    const orders = await ctx.db.inCompany(scope, (tx) => listOrders(tx, scope));
    return { data: orders.map(presentOrder) };
  });

  bind(app, ctx, calls.readOrder, async ({ params, scope }) => {
    return { data: presentOrder(await readOrder(ctx, scope, params.id)) };
  });

  bind(app, ctx, confirmReceiptCall, async ({ params, scope, session, from }) => {
    await readOrder(ctx, scope, params.id);
    const by = { orderId: params.id, userId: session.userId, ip: from.ip };
    await confirmReceipt(ctx, scope, by);
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

  staffRoutes(app, ctx);
}

/** Routes by which the programme's staff read and decide card requests. */
function staffRoutes(app: FastifyInstance, ctx: Context): void {
  const toStaff = async (orderId: number) => ({
    data: presentOrderToStaff(await readStaffOrder(ctx.db.system, orderId)),
  });

  bind(app, ctx, staffCalls.listRequests, async ({ query, session }) => {
    const { status: statusId, authority, q, owner, sort, page, perPage } = query;
    const filter = { statusId, authority, q, owner, callerId: session.userId };
    const found = await pageOfOrders(ctx.db.system, filter, { sort, page, perPage });
    const { orders, total } = found;
    const pagination = { total_pages: Math.max(1, Math.ceil(total / perPage)), current_page: page, total };
    return { data: orders.map(presentOrderToStaff), meta: { pagination } };
  });

  bind(app, ctx, staffCalls.readRequest, async ({ params }) => ({
    data: presentOrderDetails(await readOrderDetails(ctx, params.id)),
  }));

  bind(app, ctx, staffCalls.previewDecision, async ({ params, query }) => {
    const preview = await previewDecision(ctx, { ...query, orderId: params.id, reason: query.reason });
    const { noLetter, ...input } = preview;
    return { data: { ...input, no_letter: noLetter } };
  });

  bind(app, ctx, staffCalls.approveRequest, async ({ params, body, session, from }) => {
    const by = { userId: session.userId, ip: from.ip };
    const approval = await approveOrder(ctx, params.id, { revision: body.revision, by });
    if (approval === 'edited-since')
      throw conflict('Компания изменила заявку, пока вы её читали. Прочитайте её снова');
    if (approval === 'rejected-before') throw conflict('Заявка уже отклонена');
    return toStaff(params.id);
  });

  bind(app, ctx, staffCalls.rejectRequest, async ({ params, body, session, from }) => {
    const by = { userId: session.userId, ip: from.ip };
    await rejectOrder(ctx, { orderId: params.id, reason: body.reason, by });
    return toStaff(params.id);
  });

  bind(app, ctx, staffCalls.withdrawRequest, async ({ params, body, session, from }) => {
    const by = { userId: session.userId, ip: from.ip };
    await withdrawOrder(ctx, { orderId: params.id, reason: body.reason, by });
    return toStaff(params.id);
  });

  bind(app, ctx, staffCalls.readRegistryAgain, async ({ params, session, from }) => {
    await readRegistryAgain(ctx, { orderId: params.id, by: { userId: session.userId, ip: from.ip } });
    return toStaff(params.id);
  });
}

/** A first order makes its author a colleague, so the session's scope is only known afterwards. */
async function presentCreatedOrder(ctx: Context, { orderId, companyId }: OrderMade) {
  const order = presentOrder(await readOrder(ctx, mintCompanyScope(companyId), orderId));
  return { id: order.id, order, created_at: order.created_at };
}
