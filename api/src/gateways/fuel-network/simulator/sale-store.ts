import { sql, type Kysely } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import type { NetworkSale } from '../fuel-network.ts';
import type { SalePayload } from './event-store.ts';

export interface StoredSale {
  partnerId: PartnerId;
  payload: SalePayload;
  refundedAt: Date | null;
}

/** Reports of the same sale wait for each other here, even if they name different cards. */
export async function lockSale(db: Kysely<unknown>, externalId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${externalId}, 3))`.execute(db);
}

export async function findSale(db: Kysely<unknown>, externalId: string): Promise<StoredSale | undefined> {
  const { rows } = await sql<{ partnerId: PartnerId; payload: SalePayload; refundedMs: number | null }>`
    select partner_id as "partnerId", payload, (extract(epoch from refunded_at) * 1000)::float8 as "refundedMs"
    from simulated_network.sale where external_id = ${externalId}`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const { partnerId, payload, refundedMs } = row;
  return { partnerId, payload, refundedAt: refundedMs === null ? null : new Date(refundedMs) };
}

export async function addSale(db: Kysely<unknown>, partnerId: PartnerId, sale: SalePayload): Promise<void> {
  await sql`
    insert into simulated_network.sale
      (external_id, partner_id, card_number, goods_id, centilitres, sum_kopecks, sold_at, payload)
    values (${sale.externalId}, ${partnerId}, ${sale.cardNumber}, ${sale.goodsId}, ${sale.centilitres},
            ${sale.sumKopecks}, ${sale.soldAt}::timestamptz, ${JSON.stringify(sale)}::jsonb)`.execute(db);
}

export async function markRefunded(db: Kysely<unknown>, externalId: string, now: Date): Promise<void> {
  await sql`update simulated_network.sale set refunded_at = ${now} where external_id = ${externalId}`.execute(
    db,
  );
}

/** Sum and volume of these goods that the card bought in a period, not counting refunded sales. */
export async function sumSales(
  db: Kysely<unknown>,
  cardNumber: string,
  period: { from: Date; to: Date },
  goodsIds: number[],
): Promise<{ sumKopecks: number; centilitres: number }> {
  const { rows } = await sql<{ sumKopecks: number; centilitres: number }>`
    select coalesce(sum(sum_kopecks), 0)::float8 as "sumKopecks", coalesce(sum(centilitres), 0)::float8 as centilitres
    from simulated_network.sale
    where card_number = ${cardNumber} and sold_at >= ${period.from} and sold_at < ${period.to}
      and goods_id = any(${goodsIds}) and refunded_at is null`.execute(db);
  return rows[0] ?? { sumKopecks: 0, centilitres: 0 };
}

export function toNetworkSale(payload: SalePayload): NetworkSale {
  return {
    ...payload,
    unitPriceKopecks: kopecks(payload.unitPriceKopecks),
    sumKopecks: kopecks(payload.sumKopecks),
    soldAt: new Date(payload.soldAt),
  };
}
