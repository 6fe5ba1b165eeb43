import type { Context } from '../../../context.ts';
import { Refusal } from '../../../errors.ts';
import {
  EdmUnavailable,
  type FormalisedKind,
  type SendResult,
} from '../../../gateways/edm-operator/edm-operator.ts';
import { scheduleProgressCheck } from './schedule-progress-check.ts';
import {
  enqueueDelivery,
  findWaitingMessage,
  recordRefusedDelivery,
  recordMessageStep,
  type WaitingMessage,
} from './edm-messages.ts';
import { endEdm } from './edm-connections.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The pause after each failed attempt; a day and a half in all, then a person decides. */
export const SEND_AGAIN_SECONDS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR, 24 * HOUR];

/** File of a document, made now if no user has requested it before. `kind` is its form, or null for a PDF. */
export interface EdmFile {
  sha256: string;
  name: string;
  kind: FormalisedKind | null;
}
export type MakeFile = (ctx: Context, documentId: number) => Promise<EdmFile>;

type Outcome = SendResult | { kind: 'busy'; seconds: number };

/**
 * Sends a published document to the operator of electronic documents. A document with a State form goes in that form,
 * any other as its PDF. A repeat has the same operation id, so to the operator it is the same message. If the operator
 * does not accept it for now or does not answer, the document is sent again later, a limited number of times. One that
 * the form refuses waits for a person.
 */
export async function sendEdmDocument(ctx: Context, documentId: number, make: MakeFile): Promise<void> {
  const message = await findWaitingMessage(ctx.db.system, documentId);
  if (!message) return;
  const input = await handOver(ctx, documentId, message, make);
  // The company itself may be the cause: then no later attempt helps, and it has to be connected again.
  if (input.kind === 'not-now' && (await endEdm(ctx, message))) return;
  const now = ctx.clock.now();
  const step = { documentId, from: 'queued', now } as const;
  await ctx.db.inSystem(async (tx) => {
    if (input.kind === 'busy')
      return enqueueDelivery(tx, documentId, new Date(now.getTime() + input.seconds * 1000));
    if (input.kind === 'sent') {
      if (await recordMessageStep(tx, { ...step, to: 'sent', messageId: input.messageId }))
        await scheduleProgressCheck(tx, ctx, { documentId, sentAt: now });
      return;
    }
    const attempts = message.attempts + 1;
    const { reason } = input;
    if (!(await recordRefusedDelivery(tx, { documentId, attempts, reason }))) return;
    const pause = input.kind === 'not-now' ? SEND_AGAIN_SECONDS[message.attempts] : undefined;
    if (pause === undefined) await recordMessageStep(tx, { ...step, to: 'failed', reason });
    else await enqueueDelivery(tx, documentId, new Date(now.getTime() + pause * 1000));
  });
}

async function handOver(
  ctx: Context,
  documentId: number,
  message: WaitingMessage,
  make: MakeFile,
): Promise<Outcome> {
  try {
    const { sha256, name, kind } = await make(ctx, documentId);
    return await ctx.edmOperator.send({
      boxId: message.boxId,
      operationId: message.operationId,
      name,
      bytes: await ctx.files.read(sha256),
      number: /№\s*(\S+)/.exec(message.title)?.[1] ?? String(documentId),
      dateIso: message.dateIso,
      formalised: kind,
    });
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'failed', reason: error.message };
    if (!(error instanceof EdmUnavailable)) throw error;
    ctx.log.warn({ err: error, documentId }, 'the operator of electronic documents did not answer');
    if (error.retryAfterSeconds !== null) return { kind: 'busy', seconds: error.retryAfterSeconds };
    return { kind: 'not-now', reason: 'Оператор не отвечает' };
  }
}
