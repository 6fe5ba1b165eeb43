import type { Context } from '../../../context.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { hasDueFeed, takeDueFeeds } from './bank-feed-store.ts';
import { nextPull } from './bank-feed.ts';
import { feedAccounts } from './feed-accounts.ts';

/** Has the statement of each account that is due asked for, by a job of its own. */
export async function startDuePulls(ctx: Context): Promise<void> {
  const { bankApi } = ctx.config;
  const accounts = feedAccounts(ctx);
  const now = ctx.clock.now();
  if (bankApi.provider === 'none' || !(await hasDueFeed(ctx.db.system, accounts, now))) return;
  const next = nextPull(bankApi.everyMinutes, now);
  await ctx.db.inSystem(async (tx) => {
    for (const account of await takeDueFeeds(tx, { accounts, provider: bankApi.provider, now, next }))
      await enqueueJob(tx, 'pull-bank', { account }, { key: `bank:${account}` });
  });
}
