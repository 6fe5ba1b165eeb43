import { randomUUID } from 'node:crypto';
import { SENT_BY_HAND_PER_DAY } from '#contract/insights/mailings.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { periodBefore } from './mailing.ts';
import { requireOwnMailing, type Requester } from './mailings.ts';
import { countByHand, insertDelivery } from './deliveries.ts';

const DAY_MS = 86_400_000;

/** «Отправить сейчас»: the period before, beside what is sent by itself. 409 while one is on its way, or too often. */
export function sendByHand(ctx: Context, asker: Requester, id: number): Promise<void> {
  const { scope, userId } = asker;
  const now = ctx.clock.now();
  return ctx.db.inCompany(scope, async (tx) => {
    const { rhythm } = await requireOwnMailing(tx, asker, id);
    const since = new Date(now.getTime() - DAY_MS);
    const earlier = await countByHand(tx, scope, { mailingId: id, since });
    if (earlier.waiting) throw conflict('Отчёт уже отправляется: подождите, пока он уйдёт');
    if (earlier.count >= SENT_BY_HAND_PER_DAY)
      throw conflict(`Вручную можно отправить ${SENT_BY_HAND_PER_DAY} раз в сутки`);
    const sendingId = await insertDelivery(tx, {
      companyId: scope.companyId,
      mailingId: id,
      occasion: `by hand ${randomUUID()}`,
      byHand: true,
      period: periodBefore(rhythm, now),
      now,
    });
    if (sendingId === null) return;
    await enqueueJob(tx, 'send-mailing', { sendingId }, { key: `mailing-sending:${sendingId}` });
    const after = { mailing: id };
    await recordEvent(tx, { at: now, what: 'mailing-sent', userId, companyId: scope.companyId, after });
  });
}
