import type { Context } from '../../../context.ts';
import { conflict, fieldRefusal, notFound } from '../../../errors.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { notify } from '../../messaging/notices/notify.ts';
import { lockShipments, markSent, type LockedShipment } from './shipments.ts';

interface SentShipments {
  orderIds: readonly number[];
  carrier: string;
  tracking: string | null;
  /** `YYYY-MM-DD`. */
  sentOn: string;
  userId: number;
  ip: string;
}

/**
 * Marks the cards of orders as sent, all or none, and notifies each client once. Cards already sent get the new
 * carrier and number. Refuses: 404 an order without a shipment; 409 one that is delivered or received; `sent` a day
 * ahead.
 */
export async function sendShipments(ctx: Context, input: SentShipments): Promise<number[]> {
  const { carrier, tracking, sentOn, userId, ip } = input;
  const now = ctx.clock.now();
  if (sentOn > moscowDay(now)) throw fieldRefusal('sent', 'Этот день ещё не наступил');
  const orderIds = [...new Set(input.orderIds)];
  await ctx.db.inSystem(async (tx) => {
    const shipments = await lockShipments(tx, orderIds);
    if (shipments.length < orderIds.length) throw notFound('Отправка не найдена');
    assertNotDelivered(shipments);
    await markSent(tx, { orderIds, carrier, tracking, sentOn, userId, now });
    for (const { orderId, companyId, cards, sentOn: before } of shipments) {
      if (before === null)
        await notify(tx, {
          kind: 'cards-sent',
          companyId,
          facts: { orderId, cards, carrier, tracking },
          about: `order:${orderId}`,
          now,
        });
      await recordEvent(tx, {
        at: now,
        what: 'cards-sent',
        userId,
        companyId,
        ip,
        targets: [{ kind: 'request', id: orderId }],
        after: { carrier, tracking, sentOn },
      });
    }
  });
  return orderIds;
}

function assertNotDelivered(shipments: readonly LockedShipment[]): void {
  const late = shipments.find(({ deliveredOn, receivedAt }) => deliveredOn !== null || receivedAt !== null);
  if (late) throw conflict(`Карты по заявке № ${late.orderId} уже у клиента`);
}
