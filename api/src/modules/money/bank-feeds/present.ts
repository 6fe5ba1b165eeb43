import type { listBankFeeds } from '#contract/money/bank-feeds.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { PROVIDER_TITLE, type BankFeed } from './bank-feed.ts';

/** An account that was not read yet has no row. */
export function presentFeed(
  account: string,
  provider: string,
  feeds: readonly BankFeed[],
): EndpointData<typeof listBankFeeds>[number] {
  const feed = feeds.find((bankFeed) => bankFeed.account === account);
  return {
    account,
    bank: PROVIDER_TITLE[provider] ?? provider,
    read_at: feed?.readAt?.toISOString() ?? null,
    next_at: feed?.nextAt.toISOString() ?? null,
    lines: feed?.lines ?? 0,
    lines_at: feed?.linesAt?.toISOString() ?? null,
    problem: feed?.problem ?? null,
    problem_since: feed?.problemSince?.toISOString() ?? null,
  };
}
