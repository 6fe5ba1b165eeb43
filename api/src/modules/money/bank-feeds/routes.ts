import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/money/bank-feeds.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { requestPull } from './pull-bank.ts';
import { listFeeds } from './bank-feed-store.ts';
import { feedAccounts } from './bank-feed.ts';
import { presentFeed } from './present.ts';

export function bankFeedRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listBankFeeds, async () => {
    const accounts = feedAccounts(ctx);
    const feeds = await listFeeds(ctx.db.system, accounts);
    const { provider } = ctx.config.bankApi;
    return { data: accounts.map((account) => presentFeed(account, provider, feeds)) };
  });

  bind(app, ctx, calls.pullBankFeeds, async () => ({ data: { asked: await requestPull(ctx) } }));
}
