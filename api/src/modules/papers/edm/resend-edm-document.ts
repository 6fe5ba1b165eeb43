import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { enqueueDelivery } from './edm-messages.ts';
import { lockMessage, queueAgain } from './stuck-messages.ts';

/**
 * States in which the operator does not have the document, or no longer has it. An annulled document is sent as a new
 * one.
 */
const RESENDABLE_STATES: ReadonlySet<string> = new Set(['failed', 'queued', 'cancelled']);

/**
 * Sends a document that did not arrive again, at a person's request; its attempts are counted from zero. The operation id
 * stays the same, so a document that the operator has after all is not duplicated. A repeated request changes nothing.
 * `companyId` is the company that must own it; null for the programme's staff. Refuses: 404 no such document is sent by
 * EDM, 409 the operator has it.
 */
export async function resendEdmDocument(
  ctx: Context,
  input: { documentId: number; companyId: number | null; userId: number; ip: string },
): Promise<void> {
  const { documentId, userId, ip } = input;
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const message = await lockMessage(tx, documentId);
    if (!message || (input.companyId !== null && message.companyId !== input.companyId))
      throw notFound('Документ не найден');
    if (!RESENDABLE_STATES.has(message.state))
      throw conflict('Документ уже у оператора: отправлять его снова не нужно');
    if (!message.connected) throw conflict('ЭДО не подключён: сначала подключите его снова');
    await queueAgain(tx, { documentId, now });
    await enqueueDelivery(tx, documentId);
    const details = { documentId, was: message.state, reason: message.reason };
    await recordEvent(tx, {
      at: now,
      what: 'edm-sent-again',
      userId,
      companyId: message.companyId,
      ip,
      details,
    });
  });
}
