import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import type { PartnerId } from '#contract/ids.ts';

const BATCH_SIZE_PER_NETWORK = 200;

/** A network, the moment until which things are due there, and how many to read. */
export interface DueAt {
  partnerId: PartnerId;
  now: Date;
  limit: number;
}

/**
 * Reads what is due at each of the networks, in one round trip: a limited number of ids for each, one for a silent
 * network when a probe is due, and none before that.
 */
export async function listDue(
  ctx: Context,
  partnerIds: readonly PartnerId[],
  list: (db: Db, due: DueAt) => Promise<number[]>,
): Promise<{ partnerId: PartnerId; ids: number[] }[]> {
  const now = ctx.clock.now();
  const open = partnerIds
    .map((partnerId) => ({ partnerId, now, limit: ctx.getBreaker(partnerId).room(BATCH_SIZE_PER_NETWORK) }))
    .filter(({ limit }) => limit > 0);
  if (open.length === 0) return [];
  return ctx.db.readTogether((db) =>
    Promise.all(open.map(async (due) => ({ partnerId: due.partnerId, ids: await list(db, due) }))),
  );
}
