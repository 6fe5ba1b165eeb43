import type { Context } from '../../../context.ts';
import { conflict, fieldRefusal, notFound } from '../../../errors.ts';
import { formatDateShort, moscowDay } from '../../../lib/money-format.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { lockShipments, markDelivered } from './shipments.ts';

/**
 * Marks the cards of orders as delivered, all or none. Refuses: 404 an order without a shipment; 409 one that is not
 * sent; `delivered` a day ahead, or before one was sent.
 */
export async function deliverShipments(
  ctx: Context,
  input: { orderIds: readonly number[]; deliveredOn: string; userId: number; ip: string },
): Promise<number[]> {
  const { deliveredOn, userId, ip } = input;
  const now = ctx.clock.now();
  if (deliveredOn > moscowDay(now)) throw fieldRefusal('delivered', 'Этот день ещё не наступил');
  const orderIds = [...new Set(input.orderIds)];
  await ctx.db.inSystem(async (tx) => {
    const shipments = await lockShipments(tx, orderIds);
    if (shipments.length < orderIds.length) throw notFound('Отправка не найдена');
    for (const { orderId, sentOn } of shipments) {
      if (sentOn === null) throw conflict(`Карты по заявке № ${orderId} ещё не отправлены`);
      if (deliveredOn < sentOn)
        throw fieldRefusal(
          'delivered',
          `Карты по заявке № ${orderId} отправлены позже: ${formatDateShort(sentOn)}`,
        );
    }
    await markDelivered(tx, { orderIds, deliveredOn, userId });
    for (const { orderId, companyId } of shipments)
      await recordEvent(tx, {
        at: now,
        what: 'cards-delivered',
        userId,
        companyId,
        ip,
        targets: [{ kind: 'request', id: orderId }],
        after: { deliveredOn },
      });
  });
  return orderIds;
}
