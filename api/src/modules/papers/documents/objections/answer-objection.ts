import type { Context } from '../../../../context.ts';
import { conflict, notFound } from '../../../../errors.ts';
import { doOnce, repeatable, type RequestKey } from '../../../../http/request-key.ts';
import { recordEvent } from '../../../../audit/record-event.ts';
import { notify } from '../../../messaging/notices/notify.ts';
import { lockObjection, markAnswered } from './objections.ts';

export interface AnswerInput {
  documentId: number;
  text: string;
  staffId: number;
  ip: string;
  requestKey: RequestKey | null;
}

/**
 * Answers a client's objection, once: the client reads it beside the document, and the objection is closed. Refuses: 404
 * no such objection; 409 it is answered, or its document is confirmed after all. Returns the time of the answer.
 */
export async function answerObjection(ctx: Context, input: AnswerInput): Promise<Date> {
  const { documentId, text, staffId, ip, requestKey } = input;
  const now = ctx.clock.now();
  const at = await repeatable(ctx, requestKey, () =>
    ctx.db.inSystem((tx) =>
      doOnce(tx, requestKey, now, async () => {
        const objection = await lockObjection(tx, documentId);
        if (!objection) throw notFound('Возражение не найдено');
        if (objection.isReceived) throw conflict('Документ уже подтверждён: отвечать не на что');
        if (objection.isAnswered) throw conflict('На это возражение уже ответили');
        await markAnswered(tx, { documentId, text, staffId, now });
        await recordEvent(tx, {
          at: now,
          what: 'objection-answered',
          userId: staffId,
          companyId: objection.companyId,
          ip,
          details: { documentId, text },
        });
        const { companyId, title, month } = objection;
        await notify(tx, {
          kind: 'objection-answered',
          companyId,
          facts: { title, month: month.slice(0, 7), documentId },
          about: `document:${documentId}`,
          now,
        });
        return now.toISOString();
      }),
    ),
  );
  return new Date(at);
}
