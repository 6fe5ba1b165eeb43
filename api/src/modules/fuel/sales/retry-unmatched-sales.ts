import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { bookOneByOne, askAboutPendingMovements } from './book-sales.ts';
import { listDueUnmatchedSales } from './feeds.ts';

const BATCH_SIZE = 50;

/** Books what a network has reported earlier and the books did not take then, whether or not it reports anything now. */
export async function retryUnmatchedSales(ctx: Context, partnerId: PartnerId): Promise<void> {
  const now = ctx.clock.now();
  const unmatchedSales = await listDueUnmatchedSales(ctx.db.system, { partnerId, now, limit: BATCH_SIZE });
  await askAboutPendingMovements(ctx, partnerId, unmatchedSales);
  await bookOneByOne(ctx, partnerId, unmatchedSales);
}
