import type { Context } from '../../../context.ts';
import { EdmUnavailable, type MessageProgress } from '../../../gateways/edm-operator/edm-operator.ts';
import { scheduleProgressCheck } from './schedule-progress-check.ts';
import { findMessageInTransit, recordMessageStep, type MessageInTransit } from './edm-messages.ts';

/** Makes an objection of a document that was signed with disagreements; `bytes`: the buyer's title, where there is one. */
export type HandleDisagreement = (
  ctx: Context,
  input: { documentId: number; companyId: number; bytes: Buffer | null },
) => Promise<void>;

/** After these states only the operator's news report changes. */
const OPEN_STATES: ReadonlySet<string> = new Set(['sent', 'delivered', 'cancelling']);

/** States that a document returns to after an annulment was refused. */
const DELIVERED_STATES: ReadonlySet<string> = new Set(['delivered', 'signed', 'disagreed']);
const NOT_ANNULLED = 'В аннулировании отказано, документ действует';

/**
 * Asks the operator for a document's progress: sent → delivered → signed, signed with disagreements, refused or failed; what
 * was signed may be annulled. While its end is open it schedules itself again, whether the operator is silent or has nothing new.
 */
export async function followEdmDocument(
  ctx: Context,
  documentId: number,
  handleDisagreement: HandleDisagreement,
): Promise<void> {
  const message = await findMessageInTransit(ctx.db.system, documentId);
  if (!message) return;
  const input = await readProgress(ctx, documentId, message);
  if (!input) return scheduleProgressCheck(ctx.db.system, ctx, { documentId, sentAt: message.sentAt });
  if (input.state === 'disagreed' && message.state !== 'disagreed')
    await handleDisagreement(ctx, { documentId, companyId: message.companyId, bytes: input.answer ?? null });
  const now = ctx.clock.now();
  // A mere `sent` from the operator does not undo progress that was already seen.
  const to = input.state === 'sent' ? message.state : input.state;
  await ctx.db.inSystem(async (tx) => {
    const { messageId, gone } = input;
    const isUnchanged = message.state === 'cancelling' && DELIVERED_STATES.has(to);
    const reason = input.reason ?? (isUnchanged ? NOT_ANNULLED : undefined);
    const taken = await recordMessageStep(tx, {
      documentId,
      from: message.state,
      to,
      messageId,
      reason,
      gone,
      now,
    });
    if (taken && OPEN_STATES.has(to))
      await scheduleProgressCheck(tx, ctx, { documentId, sentAt: message.sentAt });
  });
}

async function readProgress(
  ctx: Context,
  documentId: number,
  { messageId }: MessageInTransit,
): Promise<MessageProgress | null> {
  try {
    return await ctx.edmOperator.readProgress(messageId);
  } catch (error) {
    if (!(error instanceof EdmUnavailable)) throw error;
    ctx.log.warn({ err: error, documentId }, 'the operator of electronic documents did not answer');
    return null;
  }
}
