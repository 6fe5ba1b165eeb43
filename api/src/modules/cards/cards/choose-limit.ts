import { LIMIT_PERIOD, type LimitPeriod, type LimitUnit, type PartnerId } from '#contract/ids.ts';
import { LIMIT_UNSUPPORTED } from '#contract/fuel/networks.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { badRequest, fieldRefusal } from '../../../errors.ts';
import type { ChosenLimit } from './card-change.ts';
import { chooseForCard, type CardAuthor } from './choose-for-card.ts';
import { ALL_GROUPS, toCountedGroups } from './goods-group.ts';
import { isLimitedPartner, listLimitPeriods } from './limit-spending.ts';
import { updateLimit } from './locked-card-store.ts';
import { assertNotInMaintenance } from './policy.ts';

export interface LimitOrder {
  /** Rubles or litres with at most two decimals. A card without a limit shows 0, so setting 0 removes the limit. */
  count: number;
  unit: LimitUnit;
  period: LimitPeriod;
  /** Tree ids; none means all. */
  goodsGroups: readonly number[];
}

/**
 * Checks a limit against what the card's network can count (spec section 5: cards of partner 2, and of added networks that count
 * limits). Returns the limit in the network's units; null removes the limit. Refuses: 400 another network's card, a period that
 * its network can't count or an unknown group, 503 a network in maintenance.
 */
export async function checkLimit(
  ctx: Context,
  { partnerId }: { partnerId: PartnerId },
  order: LimitOrder,
): Promise<ChosenLimit> {
  await assertNotInMaintenance(ctx, partnerId);
  if (!isLimitedPartner(ctx, partnerId)) throw badRequest(LIMIT_UNSUPPORTED);
  const limit = toLimit(order);
  if (limit && !listLimitPeriods(ctx, partnerId).includes(limit.period)) {
    throw fieldRefusal('period', `Для карт этой сети лимит за ${LIMIT_PERIOD[limit.period].per} не задаётся`);
  }
  return limit;
}

/**
 * Stores the limit that a card's network is to enforce, and sends it to the network. Returns the choice's id, to wait
 * for.
 */
export function chooseLimit(ctx: Context, tx: Db, author: CardAuthor, limit: ChosenLimit): Promise<number> {
  return chooseForCard(ctx, tx, author, async (card) => {
    await updateLimit(tx, { companyId: card.companyId, cardId: card.id, limit });
    return { kind: 'limit', wanted: limit, before: card.limit };
  });
}

function toLimit(order: LimitOrder): ChosenLimit {
  if (!order.goodsGroups.every((group) => ALL_GROUPS.includes(group))) {
    throw fieldRefusal('goodsGroups', 'Неизвестная группа товаров');
  }
  const count = Math.round(order.count * 100);
  if (count === 0) return null;
  return { count, unit: order.unit, period: order.period, goodsGroups: toCountedGroups(order.goodsGroups) };
}
