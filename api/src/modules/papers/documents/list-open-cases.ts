import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { countReturnsInReview } from '../../money/bank/returns/advance-returns.ts';
import { countPaymentsInReview } from '../../money/bank/payment.ts';
import { listReadings } from '../../fuel/sales/feeds.ts';
import { countUnbooked } from '../../fuel/sales/unmatched-sales.ts';
import { countMovementsInTransit } from '../../cards/commands/operations.ts';
import type { OpenCase } from './closing/closing-decision-store.ts';
import { endOfMonth } from './closing/month-closing.ts';

/** How far a network's feed has been read, relative to the end of a month. */
export interface FeedOfMonth {
  partnerId: PartnerId;
  /** Moment when the last complete reading began, or null if there was none. */
  readAt: Date | null;
  /** A reading that began at this moment or later contains everything that the network reports about the month. */
  readFrom: Date;
  isComplete: boolean;
}

/** The feeds of all networks that can be asked. */
async function listFeeds(ctx: Context, db: Db, month: string): Promise<FeedOfMonth[]> {
  const readings = await listReadings(db);
  const end = endOfMonth(month).getTime();
  return ctx.networkIds().map((partnerId) => {
    const readAt = readings.get(partnerId) ?? null;
    const { feedByDate, feedOverlap } = ctx.getNetwork(partnerId);
    const readFrom = new Date(end + (feedByDate ? 1000 * feedOverlap : 0));
    return { partnerId, readAt, readFrom, isComplete: readAt !== null && readAt >= readFrom };
  });
}

/**
 * Lists the cases that prevent closing a month, including those left open by earlier months. Feeds come first: what a
 * complete reading could not book is then already among the unbooked sales.
 */
export async function listOpenCases(
  ctx: Context,
  db: Db,
  month: string,
): Promise<{ open: OpenCase[]; feeds: FeedOfMonth[] }> {
  const end = endOfMonth(month);
  const feeds = await listFeeds(ctx, db, month);
  const openCases: OpenCase[] = [
    { kind: 'feed', count: feeds.filter(({ isComplete }) => !isComplete).length },
    { kind: 'movement', count: await countMovementsInTransit(db, end) },
    { kind: 'sale', count: await countUnbooked(db, end) },
    {
      kind: 'payment',
      count: (await countPaymentsInReview(db, end)) + (await countReturnsInReview(db, end)),
    },
  ];
  return { open: openCases.filter(({ count }) => count > 0), feeds };
}
