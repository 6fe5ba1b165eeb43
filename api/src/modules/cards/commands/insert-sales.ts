import { sql } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { getGoodsUnit } from '#contract/fuel/goods-unit.ts';
import type { Db } from '../../../db/database.ts';
import type { NetworkEvent } from '../../../gateways/fuel-network/fuel-network.ts';

type SaleEvent = Extract<NetworkEvent, { kind: 'sale' | 'refund' }>;

/**
 * Stores purchases and refunds that have already happened. Returns their ids by the network's own ids. Skips those that
 * are already in the books, whatever their source.
 */
export async function insertSales(
  tx: Db,
  args: {
    partnerId: number;
    sales: readonly { card: { id: number; companyId: number }; event: SaleEvent }[];
    now: Date;
  },
): Promise<Map<string, number>> {
  const { sales } = args;
  const events = sales.map((sale) => sale.event);
  const { rows } = await sql<{ id: number; external_id: string }>`
    insert into operation (company_id, card_id, partner_id, type_id, status_id, sum_kopecks, external_id, goods_id,
      goods_title, centilitres, centipieces, unit_price_kopecks, address, refund_of, sold_at, created_at, finished_at)
    select company_id, card_id, ${args.partnerId}, type_id, ${OPERATION_STATUS.done}, sum_kopecks, external_id, goods_id,
      goods_title, case when unit = 'litres' then quantity end, case when unit = 'pieces' then quantity end,
      unit_price_kopecks, address, refund_of, sold_at, sold_at, ${args.now}
    from unnest(
      ${sales.map((sale) => sale.card.companyId)}::bigint[], ${sales.map((sale) => sale.card.id)}::bigint[],
      ${events.map((event) => (event.kind === 'sale' ? OPERATION_TYPE.purchase : OPERATION_TYPE.refund))}::int[],
      ${events.map((event) => event.sumKopecks)}::bigint[], ${events.map((event) => event.externalId)}::text[],
      ${events.map((event) => event.goodsId)}::int[], ${events.map((event) => event.goodsTitle)}::text[],
      ${events.map((event) => event.centilitres)}::bigint[], ${events.map((event) => getGoodsUnit(event.goodsTitle))}::text[], ${events.map((event) => event.unitPriceKopecks)}::bigint[],
      ${events.map((event) => event.address)}::text[], ${events.map((event) => event.refundOf ?? null)}::text[],
      ${events.map((event) => event.soldAt)}::timestamptz[]
    ) as sold (company_id, card_id, type_id, sum_kopecks, external_id, goods_id, goods_title, quantity, unit,
      unit_price_kopecks, address, refund_of, sold_at)
    on conflict do nothing
    returning id, external_id`.execute(tx);
  return new Map(rows.map((row) => [row.external_id, row.id]));
}
