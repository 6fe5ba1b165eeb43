import type { Context } from '../../../context.ts';
import { EdmUnavailable, type Sending } from '../../../gateways/edm-operator/edm-operator.ts';
import { askLater } from './ask-later.ts';
import {
  enqueueSending,
  findWaitingMessage,
  noteRefusedSending,
  recordMessageStep,
  type WaitingMessage,
} from './edm-message-store.ts';
import { endEdm } from './end-edm.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The pause after each failed attempt; a day and a half in all, then a person decides. */
export const SEND_AGAIN_SECONDS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR, 24 * HOUR];

/** The file of a document, made now if nobody has wanted it before. */
export type MakePaper = (ctx: Context, documentId: number) => Promise<{ sha256: string; name: string }>;

/**
 * Sends a published document to the operator of electronic documents. A repeat has the same operation id, so to the
 * operator it is the same message. If it does not accept it for now or does not answer, the document is sent again
 * later, a limited number of times.
 */
export async function sendEdmDocument(ctx: Context, documentId: number, makePaper: MakePaper): Promise<void> {
  const message = await findWaitingMessage(ctx.db.system, documentId);
  if (!message) return;
  const { sha256, name } = await makePaper(ctx, documentId);
  const file = { name, bytes: await ctx.files.read(sha256) };
  const said = await handOver(ctx, documentId, message, file);
  // The company itself may be the cause: then no later attempt helps, and it has to be connected again.
  if (said.kind === 'not-now' && (await endEdm(ctx, message))) return;
  const now = ctx.clock.now();
  const step = { documentId, from: 'queued', now } as const;
  await ctx.db.inSystem(async (tx) => {
    if (said.kind === 'sent') {
      if (await recordMessageStep(tx, { ...step, to: 'sent', messageId: said.messageId }))
        await askLater(tx, ctx, { documentId, sentAt: now });
      return;
    }
    const attempts = message.attempts + 1;
    const { reason } = said;
    if (!(await noteRefusedSending(tx, { documentId, attempts, reason }))) return;
    const pause = said.kind === 'not-now' ? SEND_AGAIN_SECONDS[message.attempts] : undefined;
    if (pause === undefined) await recordMessageStep(tx, { ...step, to: 'failed', reason });
    else await enqueueSending(tx, documentId, new Date(now.getTime() + pause * 1000));
  });
}

async function handOver(
  ctx: Context,
  documentId: number,
  message: WaitingMessage,
  file: { name: string; bytes: Buffer },
): Promise<Sending> {
  const document = {
    boxId: message.boxId,
    operationId: message.operationId,
    ...file,
    number: /№\s*(\S+)/.exec(message.title)?.[1] ?? String(documentId),
    dateIso: message.dateIso,
  };
  try {
    return await ctx.edmOperator.send(document);
  } catch (error) {
    if (!(error instanceof EdmUnavailable)) throw error;
    ctx.log.warn({ err: error, documentId }, 'the operator of electronic documents did not answer');
    return { kind: 'not-now', reason: 'Оператор не отвечает' };
  }
}
