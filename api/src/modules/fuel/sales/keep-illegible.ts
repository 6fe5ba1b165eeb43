import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import type { IllegibleRecord } from '../../../gateways/fuel-network/fuel-network.ts';
import { insertIllegible } from './feed-store.ts';

/** Stores unreadable records of a network for a person; each is logged once, however often it is reported. */
export async function keepIllegible(
  ctx: Context,
  partnerId: PartnerId,
  records: readonly IllegibleRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const fresh = await insertIllegible(ctx.db.system, { partnerId, records, now: ctx.clock.now() });
  for (const { key, problem } of records) {
    if (fresh.delete(key)) ctx.log.error({ partnerId, key, problem }, 'a record of a network can’t be read');
  }
}
