import type { Context } from '../../context.ts';
import { fieldRefusal } from '../../errors.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import { closeCompanies } from './close-companies.ts';
import { startOfMonth } from './month-closing.ts';
import { openClosings, readProgress, type ClosingProgress } from './month-progress-store.ts';
import { listUnmadePapers, type UnmadePapers } from './unmade-papers-store.ts';

/** How long the call itself works before it leaves the rest to the job. */
const PATIENCE_MS = 60_000;

/**
 * Makes the month's closing set for every client and network with turnover (api.md section 7): register, УПД,
 * reconciliation act, act of handed-over cards. Safe to repeat: finished companies are left alone, interrupted ones
 * are continued. Returns what the month has so far, and who has no papers and why. Refuses on `date` a month that has
 * not begun. What comes after an early closing goes into the next month's papers.
 */
export async function closeMonth(
  ctx: Context,
  asked: { month: string; userId: number },
): Promise<ClosingProgress & { unmade: UnmadePapers[] }> {
  const now = ctx.clock.now();
  const { month, userId } = asked;
  if (startOfMonth(month) >= now) throw fieldRefusal('date', 'Этот месяц ещё не начался');
  await ctx.db.inSystem(async (tx) => {
    await openClosings(tx, { month, userId, now });
    // The job makes the rest even if this call fails.
    await enqueueJob(
      tx,
      'close-month',
      { month },
      {
        key: `close-month:${month}`,
        runAt: new Date(now.getTime() + 1.5 * PATIENCE_MS),
      },
    );
  });
  await closeCompanies(ctx, month, PATIENCE_MS);
  const [progress, unmade] = await Promise.all([
    readProgress(ctx.db.system, month),
    listUnmadePapers(ctx.db.system, month),
  ]);
  return { ...progress, unmade };
}
