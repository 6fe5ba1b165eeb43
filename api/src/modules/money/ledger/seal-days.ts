import type { Context } from '../../../context.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { sealAccountDays } from './seal-account-days.ts';
import { takeBackSeals } from './take-back-seals.ts';

/** A day is sealed this long after its end: what was dated on it has been committed, or its transaction given up. */
const SETTLED_MS = 15 * 60_000;
const ACCOUNTS = 200;
/** Entries of an account that are read at once; more where one day has more. */
const ENTRIES = 5000;
const MOST_ENTRIES = 400 * ENTRIES;

/**
 * Seals the days that are over, of every account that has moved since its last seal (`account_day`). Single statements
 * without a lock that anybody waits for; one that dies leaves whole seals, and the next one goes on after them. A seal that
 * is missing costs the reader time, nothing else.
 */
export async function sealDays(ctx: Context): Promise<{ sealed: number; takenBack: number }> {
  const { system } = ctx.db;
  const today = moscowDay(new Date(ctx.clock.now().getTime() - SETTLED_MS));
  const done = { sealed: 0, takenBack: 0 };
  for (let after = 0; ;) {
    const batch = { after, accounts: ACCOUNTS };
    const late = await takeBackSeals(system, batch);
    done.takenBack += late.length;
    if (late.length > 0) ctx.log.error({ accounts: late }, 'entries were added to days that were sealed');
    const reach = await sealBatch(ctx, { ...batch, today }, (sealed) => (done.sealed += sealed));
    if (reach === null) break;
    after = reach;
  }
  ctx.log.info(done, 'days were sealed');
  return done;
}

/** Seals the next accounts to the end; returns the last of them. */
async function sealBatch(
  ctx: Context,
  batch: { after: number; accounts: number; today: string },
  tell: (sealed: number) => void,
): Promise<number | null> {
  for (let most = ENTRIES; ;) {
    const { reach, sealed, unfinished } = await sealAccountDays(ctx.db.system, { ...batch, most });
    tell(sealed);
    if (unfinished === 0 || most > MOST_ENTRIES) return reach;
    if (sealed === 0) most *= 4;
  }
}
