import type { Clock } from '../../lib/clock.ts';
import type { FeedPage, NetworkSale } from './fuel-network.ts';
import type { Records } from './read-records.ts';

export type DatedSale = NetworkSale & { kind: 'sale' | 'refund' };

const DAY = 86_400;
/** Late and cancelled records come up to three days after the sale; those already known change nothing. */
export const DATED_FEED_OVERLAP = 3 * DAY;
/**
 * Period of one request. Both networks answer for a month at most; a week keeps a page small when there is much to
 * catch up on.
 */
const PERIOD = 7 * DAY;
const FIRST_PERIOD = 30 * DAY;
/** A lower sequence cannot be the moment of a sale: the network is read for the first time, over `FIRST_PERIOD`. */
const EARLIEST = Date.UTC(2020, 0, 1) / 1000;

/**
 * A feed of networks that list their sales by date: the sequence is a moment in seconds since 1970, and a page is a
 * whole period, however much was sold in it.
 */
export async function readDatedFeed(
  clock: Clock,
  after: number,
  readPeriod: (from: Date, to: Date) => Promise<Records<DatedSale>>,
): Promise<FeedPage> {
  const now = Math.floor(clock.now().getTime() / 1000);
  const from = after < EARLIEST ? now - FIRST_PERIOD : Math.min(after, now);
  const to = Math.min(from + PERIOD, now);
  const { readable: sales, unreadable } = await readPeriod(new Date(from * 1000), new Date(to * 1000));
  // A refund is booked after its sale, in any order of the network's list.
  sales.sort((a, b) => a.soldAt.getTime() - b.soldAt.getTime() || rank(a) - rank(b));
  const events = sales.map((sale) => ({ ...sale, sequence: to }));
  return { events, unreadable, next: to, more: to < now };
}

function rank(sale: DatedSale): number {
  return sale.kind === 'sale' ? 0 : 1;
}
