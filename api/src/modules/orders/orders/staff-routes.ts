import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/staff-requests.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { bind } from '../../../http/bind.ts';
import { approveOrder } from './approve-order.ts';
import { presentOrderDetails, presentOrderToStaff } from './present.ts';
import { previewDecision } from './preview-decision.ts';
import { readOrderDetails } from './read-order-details.ts';
import { readRegistryAgain } from './read-registry-again.ts';
import { readStaffOrder } from './read-staff-order.ts';
import { rejectOrder } from './reject-order.ts';
import { pageOfOrders } from './staff-order-store.ts';
import { withdrawOrder } from './withdraw-order.ts';

/** What the programme's staff see and decide of card requests. */
export function staffOrderRoutes(app: FastifyInstance, ctx: Context): void {
  const toStaff = async (orderId: number) => ({
    data: presentOrderToStaff(await readStaffOrder(ctx.db.system, orderId)),
  });

  bind(app, ctx, calls.listRequests, async ({ query }) => {
    const { status: statusId, authority, q, sort, page, perPage } = query;
    const found = await pageOfOrders(ctx.db.system, { statusId, authority, q }, { sort, page, perPage });
    const { orders, total } = found;
    const pagination = { total_pages: Math.max(1, Math.ceil(total / perPage)), current_page: page, total };
    return { data: orders.map(presentOrderToStaff), meta: { pagination } };
  });

  bind(app, ctx, calls.readRequest, async ({ params }) => ({
    data: presentOrderDetails(await readOrderDetails(ctx, params.id)),
  }));

  bind(app, ctx, calls.previewDecision, async ({ params, query }) => {
    const preview = await previewDecision(ctx, { ...query, orderId: params.id, reason: query.reason });
    const { noLetter, ...said } = preview;
    return { data: { ...said, no_letter: noLetter } };
  });

  bind(app, ctx, calls.approveRequest, async ({ params, body, session, from }) => {
    const by = { userId: session.userId, ip: from.ip };
    const approval = await approveOrder(ctx, params.id, { revision: body.revision, by });
    if (approval === 'edited-since')
      throw conflict('Компания изменила заявку, пока вы её читали. Прочитайте её снова');
    if (approval === 'rejected-before') throw conflict('Заявка уже отклонена');
    return toStaff(params.id);
  });

  bind(app, ctx, calls.rejectRequest, async ({ params, body, session, from }) => {
    const by = { userId: session.userId, ip: from.ip };
    await rejectOrder(ctx, { orderId: params.id, reason: body.reason, by });
    return toStaff(params.id);
  });

  bind(app, ctx, calls.withdrawRequest, async ({ params, body, session, from }) => {
    const by = { userId: session.userId, ip: from.ip };
    await withdrawOrder(ctx, { orderId: params.id, reason: body.reason, by });
    return toStaff(params.id);
  });

  bind(app, ctx, calls.readRegistryAgain, async ({ params, session, from }) => {
    await readRegistryAgain(ctx, { orderId: params.id, by: { userId: session.userId, ip: from.ip } });
    return toStaff(params.id);
  });
}
