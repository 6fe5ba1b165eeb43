import type { Context } from '../../../context.ts';
import { EdmUnavailable, type MessageProgress } from '../../../gateways/edm-operator/edm-operator.ts';
import { askLater } from './ask-later.ts';
import { findTravellingMessage, recordMessageStep, type TravellingMessage } from './edm-message-store.ts';

/**
 * Asks the operator for a document's progress: sent → delivered → signed, refused or failed. Until one of the last three
 * it schedules itself again, whether the operator is silent or has nothing new.
 */
export async function followEdmDocument(ctx: Context, documentId: number): Promise<void> {
  const message = await findTravellingMessage(ctx.db.system, documentId);
  if (!message) return;
  const said = await progressOf(ctx, documentId, message);
  if (!said) return askLater(ctx.db.system, ctx, { documentId, sentAt: message.sentAt });
  const now = ctx.clock.now();
  // A mere `sent` from the operator does not undo progress that was already seen.
  const to = said.state === 'sent' ? message.state : said.state;
  await ctx.db.inSystem(async (tx) => {
    const { messageId, reason, gone } = said;
    const taken = await recordMessageStep(tx, {
      documentId,
      from: message.state,
      to,
      messageId,
      reason,
      gone,
      now,
    });
    if (taken && (to === 'sent' || to === 'delivered'))
      await askLater(tx, ctx, { documentId, sentAt: message.sentAt });
  });
}

async function progressOf(
  ctx: Context,
  documentId: number,
  { messageId }: TravellingMessage,
): Promise<MessageProgress | null> {
  try {
    return await ctx.edmOperator.progressOf(messageId);
  } catch (error) {
    if (!(error instanceof EdmUnavailable)) throw error;
    ctx.log.warn({ err: error, documentId }, 'the operator of electronic documents did not answer');
    return null;
  }
}
