import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Soon after a document was sent the operator is asked often, then ever more rarely: companies sign within days or never. */
export async function scheduleProgressCheck(
  db: Db,
  ctx: Context,
  { documentId, sentAt }: { documentId: number; sentAt: Date },
): Promise<void> {
  const now = ctx.clock.now();
  const ageSeconds = (now.getTime() - sentAt.getTime()) / 1000;
  const pause = ctx.edmOperator.provider === 'embedded' ? 1 : pauseSeconds(ageSeconds);
  const runAt = new Date(now.getTime() + pause * 1000);
  await enqueueJob(db, 'follow-edm-document', { documentId }, { key: `follow-edm:${documentId}`, runAt });
}

function pauseSeconds(ageSeconds: number): number {
  if (ageSeconds < HOUR) return 5 * MINUTE;
  if (ageSeconds < 3 * DAY) return HOUR;
  return ageSeconds < 60 * DAY ? 6 * HOUR : DAY;
}
