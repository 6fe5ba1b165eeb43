import { sql } from 'kysely';
import type { CardStatusId, LimitPeriod, LimitUnit, PartnerId } from '#contract/ids.ts';
import type { Context } from '../context.ts';
import { firstRow, rows } from '../db/database.ts';

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

/**
 * Makes the seeded cards known to the simulated networks, with the money that our books have on them. The networks have
 * their own memory, so this is a separate step, done before anybody can move that money; repeating it changes nothing.
 */
export async function tellNetworks(ctx: Context): Promise<void> {
  if (!ctx.simulated) return;
  const untold = await firstRow(
    ctx.db.system,
    sql<{ seeded_at: Date }>`select seeded_at from demonstration where networks_told_at is null`,
  );
  if (!untold) return;
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
  await sql`update demonstration set networks_told_at = ${ctx.clock.now()}`.execute(ctx.db.system);
}
