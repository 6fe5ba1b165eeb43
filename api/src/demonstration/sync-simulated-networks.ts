import { sql } from 'kysely';
import {
  OPERATION_STATUS,
  OPERATION_TYPE,
  type CardStatusId,
  type LimitPeriod,
  type LimitUnit,
  type PartnerId,
} from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../context.ts';
import { firstRow, rows } from '../db/database.ts';
import type { ImportedSale } from '../gateways/fuel-network/simulator/start-simulated-networks.ts';

interface CardRow {
  partner_id: PartnerId;
  card_number: string;
  status_id: CardStatusId;
  is_virtual: boolean;
  goods_ids: number[];
  limit_count: number | null;
  limit_unit: LimitUnit | null;
  limit_period: LimitPeriod | null;
  limit_goods_groups: number[];
  balance_kopecks: number;
}

interface SaleRow {
  partner_id: PartnerId;
  external_id: string;
  card_number: string;
  goods_id: number;
  goods_title: string;
  centilitres: number;
  unit_price_kopecks: Kopecks;
  sum_kopecks: Kopecks;
  address: string;
  sold_at: Date;
}

/**
 * Registers the seeded cards with the simulated networks, with the money that our books have on them and the used part
 * of their limits. The networks have their own memory, so this is a separate step, done before that money can be moved.
 * Repeating it changes nothing.
 */
export async function syncSimulatedNetworks(ctx: Context): Promise<void> {
  if (!ctx.simulated) return;
  const unreported = await firstRow(
    ctx.db.system,
    sql<{ seeded_at: Date }>`select seeded_at from demonstration where networks_told_at is null`,
  );
  if (!unreported) return;
  const cards = await rows(
    ctx.db.system,
    sql<CardRow>`
      select card.partner_id, card.card_number, card.status_id, card.is_virtual, card.goods_ids, card.limit_count,
        card.limit_unit, card.limit_period, card.limit_goods_groups, account.balance_kopecks
      from card join ledger_account account on account.card_id = card.id`,
  );
  await ctx.simulated.importCards(
    cards.map((card) => ({
      partnerId: card.partner_id,
      number: card.card_number,
      status: card.status_id,
      balanceKopecks: card.balance_kopecks,
      isVirtual: card.is_virtual,
      goodsIds: card.goods_ids,
      limit:
        card.limit_count === null || card.limit_unit === null || card.limit_period === null
          ? null
          : {
              count: card.limit_count,
              unit: card.limit_unit,
              period: card.limit_period,
              goodsGroups: card.limit_goods_groups,
            },
    })),
  );
  await ctx.simulated.importSales(await salesOfMonth(ctx));
  await sql`update demonstration set networks_told_at = ${ctx.clock.now()}`.execute(ctx.db.system);
}

/** Returns what counts in today's limits: the purchases of this Moscow month that no station has refunded. */
async function salesOfMonth(ctx: Context): Promise<ImportedSale[]> {
  const found = await rows(
    ctx.db.system,
    sql<SaleRow>`
      select sale.partner_id, sale.external_id, card.card_number, sale.goods_id, sale.goods_title,
        coalesce(sale.centilitres, sale.centipieces) as centilitres,
        sale.unit_price_kopecks, sale.sum_kopecks, sale.address, sale.sold_at
      from operation sale join card on card.id = sale.card_id
      where sale.type_id = ${OPERATION_TYPE.purchase} and sale.status_id = ${OPERATION_STATUS.done}
        and sale.sold_at >= date_trunc('month', ${ctx.clock.now()}::timestamptz, 'Europe/Moscow')
        and not exists (
          select from operation refund
          where refund.card_id = sale.card_id and refund.type_id = ${OPERATION_TYPE.refund}
            and refund.goods_id = sale.goods_id and refund.sum_kopecks = sale.sum_kopecks
            and refund.sold_at between sale.sold_at and sale.sold_at + interval '1 hour')
      order by sale.id`,
  );
  return found.map((sale) => ({
    partnerId: sale.partner_id,
    externalId: sale.external_id,
    cardNumber: sale.card_number,
    goodsId: sale.goods_id,
    goodsTitle: sale.goods_title,
    centilitres: sale.centilitres,
    unitPriceKopecks: sale.unit_price_kopecks,
    sumKopecks: sale.sum_kopecks,
    address: sale.address,
    soldAt: sale.sold_at,
  }));
}
