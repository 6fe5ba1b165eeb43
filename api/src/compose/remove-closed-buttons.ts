import type { Context } from '../context.ts';
import { describeClosedExceptions } from '../modules/fleet/rules/exceptions/approve-exception.ts';
import { closeAnsweredMessages } from '../modules/messaging/channels/awaiting-messages.ts';
import { describeDecidedOrders } from '../modules/orders/orders/decided-orders.ts';

/**
 * Removes the buttons of messages whose exception or order was answered elsewhere or whose day is over, and writes the
 * outcome into each message. A click on a button that is left would only show that it is too late.
 */
export function removeClosedButtons(ctx: Context): Promise<void> {
  return closeAnsweredMessages(ctx, async (db, awaited) => {
    const exceptions = awaited.filter(({ kind }) => kind === 'exception');
    const answered = await describeClosedExceptions(
      db,
      exceptions.map(({ id }) => id),
    );
    const orders = await describeDecidedOrders(
      db,
      awaited.filter(({ kind }) => kind === 'order'),
    );
    return [
      ...exceptions.flatMap((request) => {
        const outcome = answered.get(request.id);
        return outcome === undefined ? [] : [{ ...request, outcome }];
      }),
      ...orders.map((order) => ({ kind: 'order' as const, ...order })),
    ];
  });
}
