import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { NetworkUnavailable } from '../../../gateways/fuel-network/fuel-network.ts';
import { applySales } from './apply-sales.ts';
import { storeUnreadable } from './unreadable-sales.ts';
import { listReadWeeks, markWeekRead } from './feeds.ts';

const DAY = 86_400;
const PAGE = 500;
const WEEK = 7 * DAY;
const LOOKBACK_MS = 45 * DAY;
/** The last one ends with the present. */
const WEEKS = Math.ceil(LOOKBACK_MS / WEEK);

/**
 * Reads the last 45 days of a feed by date again, once a night: a sale that its network reports late has a date that
 * the ordinary reading has passed. The position of the ordinary reading does not move. Each week is read once a night;
 * throws when the network did not answer for a week, so that the job is repeated.
 */
export async function readLateSales(
  ctx: Context,
  { partnerId, night }: { partnerId: PartnerId; night: string },
): Promise<void> {
  const from = Date.parse(`${night}T00:00:00+03:00`) / 1000 - LOOKBACK_MS;
  const read = await listReadWeeks(ctx.db.system, { partnerId, night });
  let silence: NetworkUnavailable | null = null;
  for (let week = 0; week < WEEKS; week += 1) {
    if (read.has(week)) continue;
    try {
      await readWeek(ctx, partnerId, from + week * WEEK);
      await markWeekRead(ctx.db.system, { partnerId, night, week, now: ctx.clock.now() });
    } catch (error) {
      // The other weeks do not depend on this one.
      if (!(error instanceof NetworkUnavailable)) throw error;
      silence = error;
    }
  }
  if (silence) throw silence;
}

function readWeek(ctx: Context, partnerId: PartnerId, from: number): Promise<void> {
  return readSalesAgain(ctx, partnerId, { from, to: from + WEEK });
}

/** Reads the feed by date of a network again between two moments in seconds, and books what is new in it. */
export async function readSalesAgain(
  ctx: Context,
  partnerId: PartnerId,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const network = ctx.getNetwork(partnerId);
  let after = from;
  for (let more = true; more && after < to;) {
    const page = await network.events(after, PAGE);
    await storeUnreadable(ctx, partnerId, page.unreadable);
    await applySales(ctx, partnerId, page.events);
    ({ next: after, more } = page);
  }
}
