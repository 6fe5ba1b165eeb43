import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { bookOneByOne } from './book-sales.ts';
import { listDueOrphans } from './feed-store.ts';
import { hearOut } from './hear-out.ts';

const AT_ONCE = 50;

/** Books what a network has reported earlier and the books did not take then, whether or not it reports anything now. */
export async function retryOrphans(ctx: Context, partnerId: PartnerId): Promise<void> {
  const now = ctx.clock.now();
  const orphans = await listDueOrphans(ctx.db.system, { partnerId, now, limit: AT_ONCE });
  await hearOut(ctx, partnerId, orphans);
  await bookOneByOne(ctx, partnerId, orphans);
}
