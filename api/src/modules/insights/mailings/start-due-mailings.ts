import type { Context } from '../../../context.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { nextTime, periodBefore } from './mailing.ts';
import { hasDueMailing, lockDueMailings, postponeMailing } from './mailings.ts';
import { insertDelivery } from './deliveries.ts';

const BATCH_SIZE = 100;
/** Reports missed longer ago than this are skipped, because no one needs them after a long outage. */
const MISSED_MS = 3 * 86_400_000;

/** Starts a job for each due mailing, once for each period; missed periods follow one after the other. */
export async function startDueMailings(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  if (!(await hasDueMailing(ctx.db.system, now))) return;
  await ctx.db.inSystem(async (tx) => {
    for (const mailing of await lockDueMailings(tx, { now, max: BATCH_SIZE })) {
      const { id, companyId, rhythm, nextAt: due } = mailing;
      const late = new Date(now.getTime() - MISSED_MS);
      await postponeMailing(tx, { id, nextAt: nextTime(mailing, due > late ? due : late) });
      const period = periodBefore(rhythm, due);
      const occasion = `${rhythm} ${period.from}`;
      const sendingId = await insertDelivery(tx, {
        companyId,
        mailingId: id,
        occasion,
        byHand: false,
        period,
        now,
      });
      if (sendingId === null) continue;
      await enqueueJob(tx, 'send-mailing', { sendingId }, { key: `mailing-sending:${sendingId}` });
    }
  });
}
