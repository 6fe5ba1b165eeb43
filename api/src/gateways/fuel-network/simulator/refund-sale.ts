import type { Kysely } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import type { NetworkSale } from '../fuel-network.ts';
import { changeBalance } from './card-store.ts';
import { addEvent } from './event-store.ts';
import { findSale, lockSale, markRefunded, toNetworkSale } from './sale-store.ts';

export type RefundOutcome =
  | { outcome: 'refunded'; partnerId: PartnerId; refund: NetworkSale }
  /** `reason` is a Russian sentence. */
  | { outcome: 'refused'; reason: string };

/** Refunds a whole sale: the money returns to the card, and the feed reports it once, however often this is called. */
export async function refundSale(db: Kysely<unknown>, now: Date, externalId: string): Promise<RefundOutcome> {
  return db.transaction().execute(async (trx): Promise<RefundOutcome> => {
    await lockSale(trx, externalId);
    const sale = await findSale(trx, externalId);
    if (!sale) return { outcome: 'refused', reason: 'Сеть не знает такой покупки' };
    const at = (sale.refundedAt ?? now).toISOString();
    const refund = { ...sale.payload, externalId: `${externalId}-R`, refundOf: externalId, soldAt: at };
    if (!sale.refundedAt) {
      await changeBalance(trx, refund.cardNumber, refund.sumKopecks);
      await markRefunded(trx, externalId, now);
      await addEvent(trx, sale.partnerId, now, { kind: 'refund', ...refund });
    }
    return { outcome: 'refunded', partnerId: sale.partnerId, refund: toNetworkSale(refund) };
  });
}
