import type { Context } from '../../context.ts';
import { conflict, notFound } from '../../errors.ts';
import { recordEvent } from '../audit/record-event.ts';
import { enqueueSending } from './edm-message-store.ts';
import { lockMessage, queueAgain } from './stuck-message-store.ts';

/**
 * Hands a document over once more that did not arrive, at a person's word; its turns are counted anew. The operator knows it
 * by the same operation id, so one that it has after all is not there twice. Asked again meanwhile it changes nothing.
 * `companyId` names whose it has to be; null for the programme's staff. Refuses: 404 no such document on this way, 409 the
 * operator has it.
 */
export async function resendEdmDocument(
  ctx: Context,
  said: { documentId: number; companyId: number | null; userId: number; ip: string },
): Promise<void> {
  const { documentId, userId, ip } = said;
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const message = await lockMessage(tx, documentId);
    if (!message || (said.companyId !== null && message.companyId !== said.companyId))
      throw notFound('Документ не найден');
    if (message.state !== 'failed' && message.state !== 'queued')
      throw conflict('Документ уже у оператора: отправлять его снова не нужно');
    await queueAgain(tx, { documentId, now });
    await enqueueSending(tx, documentId);
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
