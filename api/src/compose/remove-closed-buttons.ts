import type { Context } from '../context.ts';
import { describeClosedExceptions } from '../modules/fleet/rules/exceptions/approve-exception.ts';
import { closeMessage, listAwaitingMessages } from '../modules/messaging/channels/awaiting-messages.ts';

const EXPIRED = 'Кнопки устарели. Что с этим стало, видно в кабинете';

/**
 * Removes the buttons of messages whose exception was answered elsewhere or whose day is over, and says there what became
 * of it. Until then a click would only say that it is too late. Buttons that approve an order wait for the end of the day.
 */
export async function removeClosedButtons(ctx: Context): Promise<void> {
  const { system } = ctx.db;
  const messages = await listAwaitingMessages(system, ctx.clock.now());
  if (messages.length === 0) return;
  const closed = await describeClosedExceptions(
    system,
    messages.flatMap(({ exceptionId }) => exceptionId ?? []),
  );
  for (const message of messages) {
    const outcome = closed.get(message.exceptionId ?? 0) ?? (message.isExpired ? EXPIRED : null);
    if (outcome !== null) await closeMessage(ctx, message, outcome);
  }
}
