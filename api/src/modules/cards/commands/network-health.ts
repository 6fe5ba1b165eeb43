import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import type { BreakerState } from '../../../gateways/fuel-network/network-breaker.ts';
import { countWaitingByNetwork } from './operations.ts';
import type { Db } from '../../../db/database.ts';
import type { ListCases, CaseText, DescribedCase, StaffCase } from './cases.ts';

/** `open` since when this process has taken the network for silent, `closed` since when it has not. */
export interface NetworkHealth extends BreakerState {
  partnerId: PartnerId;
  /** Commands of companies that wait for the network's answer, of all processes. */
  waiting: number;
}

/** Lists what this process knows of each network that can be asked. */
export async function listNetworkHealth(ctx: Context): Promise<NetworkHealth[]> {
  const waiting = await countWaitingByNetwork(ctx.db.system);
  return ctx.networkIds().map((partnerId) => ({
    partnerId,
    ...ctx.getBreaker(partnerId).now(),
    waiting: waiting.get(partnerId) ?? 0,
  }));
}

/** Stores the network's last response about a waiting operation. */
export async function recordNetworkResponse(
  db: Db,
  response: { operationId: number; text: string; now: Date },
): Promise<void> {
  await sql`
    insert into network_word (operation_id, said, heard_at) values (${response.operationId}, ${response.text}, ${response.now})
    on conflict (operation_id) do update set said = excluded.said, heard_at = excluded.heard_at`.execute(db);
}

/** Adds to each case of a list its text for staff. */
export function listDescribed<One extends StaffCase>(
  list: ListCases<One>,
  describe: (item: One) => CaseText,
): ListCases<DescribedCase> {
  return async (db, askedBefore) => {
    const { newest, total } = await list(db, askedBefore);
    return { newest: newest.map((item) => ({ ...item, ...describe(item) })), total };
  };
}
