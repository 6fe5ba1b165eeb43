import type { Context } from '../../context.ts';
import { askLater } from './ask-later.ts';
import { findTravellingMessage, recordMessageStep } from './edm-message-store.ts';

/**
 * Asks the operator how far a document has come: sent → delivered → signed, refused or failed; until one of the last
 * three it asks for its own next turn. Throws where the operator can't be reached: the queue tries again.
 */
export async function followEdmDocument(ctx: Context, documentId: number): Promise<void> {
  const message = await findTravellingMessage(ctx.db.system, documentId);
  if (!message) return;
  const said = await ctx.edmOperator.progressOf(message.messageId);
  const now = ctx.clock.now();
  // The operator's word that it merely has the document takes back nothing that was seen before.
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
