import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { takeDueFeeds } from './bank-feed-store.ts';
import { nextPull } from './bank-feed.ts';
import { feedAccounts } from './feed-accounts.ts';

/** Has every account's statement asked for at once. 409 where the bank has no API. Answers how many are asked for. */
export async function askForPull(ctx: Context): Promise<number> {
  const { bankApi } = ctx.config;
  const accounts = feedAccounts(ctx);
  if (bankApi.provider === 'none') throw conflict('Банк не подключён: загрузите выписку файлом');
  const now = ctx.clock.now();
  const next = nextPull(bankApi.everyMinutes, now);
  await ctx.db.inSystem(async (tx) => {
    // One that was never read yet gets its row.
    await takeDueFeeds(tx, { accounts, provider: bankApi.provider, now, next });
    for (const account of accounts)
      await enqueueJob(tx, 'pull-bank', { account }, { key: `bank:${account}` });
  });
  return accounts.length;
}
