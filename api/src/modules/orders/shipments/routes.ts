import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/orders/shipments.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { toPagination } from '../../../http/to-pagination.ts';
import { changeCardLogistics, changeStock } from './change-stock.ts';
import { deliverShipments } from './deliver-shipments.ts';
import { presentShipment, readStock } from './present.ts';
import { sendShipments } from './send-shipments.ts';
import { listShipmentPage } from './shipment-list-store.ts';

/** Routes by which the programme's staff hand cards over. */
export function shipmentRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listShipments, async ({ query }) => {
    const { state, q, page, perPage } = query;
    const { shipments, total } = await listShipmentPage(ctx.db.system, { state, q, page, perPage });
    return { data: shipments.map(presentShipment), meta: toPagination({ page, perPage }, total) };
  });

  bind(app, ctx, calls.sendShipments, async ({ body, session, from }) => {
    const { ids: orderIds, carrier, tracking = null, sent: sentOn } = body;
    const by = { userId: session.userId, ip: from.ip };
    return { data: { sent: await sendShipments(ctx, { orderIds, carrier, tracking, sentOn, ...by }) } };
  });

  bind(app, ctx, calls.deliverShipments, async ({ body, session, from }) => {
    const { ids: orderIds, delivered: deliveredOn } = body;
    const by = { userId: session.userId, ip: from.ip };
    return { data: { delivered: await deliverShipments(ctx, { orderIds, deliveredOn, ...by }) } };
  });

  bind(app, ctx, calls.readCardStock, async () => ({ data: await readStock(ctx) }));

  bind(app, ctx, calls.changeCardStock, async ({ body, session, from }) => {
    const { partner_id: partnerId, count, written_off: isWrittenOff, day, note = '' } = body;
    const by = { userId: session.userId, ip: from.ip };
    await changeStock(ctx, { partnerId, count: isWrittenOff ? -count : count, day, note, ...by });
    return { data: await readStock(ctx) };
  });

  bind(app, ctx, calls.setCardLogistics, async ({ body, session, from }) => {
    const { activates_on_receipt: activatesOnReceipt, low_below: lowBelow } = body;
    const by = { userId: session.userId, ip: from.ip };
    await changeCardLogistics(ctx, { activatesOnReceipt, lowBelow, ...by });
    return { data: await readStock(ctx) };
  });
}
