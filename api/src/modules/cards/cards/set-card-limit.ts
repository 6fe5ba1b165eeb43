import { LIMIT_PERIOD, type LimitPeriod, type LimitUnit } from '#contract/ids.ts';
import { LIMIT_UNSUPPORTED } from '#contract/networks.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { badRequest, fieldRefusal } from '../../../errors.ts';
import type { ChosenLimit } from './card-change.ts';
import { updateLimit } from './locked-card-store.ts';
import { chooseForCard } from './choose-for-card.ts';
import { GOODS_GROUPS } from './goods-group.ts';
import { isLimitedPartner, limitPeriodsOf } from './limit-periods.ts';
import { assertNotInMaintenance } from './policy.ts';
import { readCard } from './read-card.ts';

export interface LimitOrder {
  scope: CompanyScope;
  userId: number;
  cardId: number;
  /** Rubles or litres with at most two decimals. A card without a limit shows 0, so setting 0 removes the limit. */
  count: number;
  unit: LimitUnit;
  period: LimitPeriod;
  /** Tree ids; none means all. */
  goodsGroups: readonly number[];
}

/**
 * Sets how much a card may spend in a period (spec section 5: cards of partner 2, and of added networks that count limits) and tells the network.
 * Returns the choice's id, to wait for. Refuses: 400 another network's card, a period that its network can't
 * count or an unknown group, 404, 503 a network in maintenance.
 */
export async function setCardLimit(ctx: Context, order: LimitOrder): Promise<number> {
  const card = await readCard(ctx, order.scope, order.cardId);
  await assertNotInMaintenance(ctx, card.partnerId);
  if (!isLimitedPartner(ctx, card.partnerId)) throw badRequest(LIMIT_UNSUPPORTED);
  const limit = limitOf(order);
  if (limit && !limitPeriodsOf(ctx, card.partnerId).includes(limit.period)) {
    throw fieldRefusal('period', `Для карт этой сети лимит за ${LIMIT_PERIOD[limit.period].per} не задаётся`);
  }
  return chooseForCard(ctx, order, async (tx, locked) => {
    await updateLimit(tx, { companyId: locked.companyId, cardId: locked.id, limit });
    return { kind: 'limit', wanted: limit, before: locked.limit };
  });
}

function limitOf(order: LimitOrder): ChosenLimit {
  const known: number[] = GOODS_GROUPS.map((group) => group.treeItemId);
  if (!order.goodsGroups.every((group) => known.includes(group))) {
    throw fieldRefusal('goodsGroups', 'Неизвестная группа товаров');
  }
  const count = Math.round(order.count * 100);
  if (count === 0) return null;
  const chosen =
    order.goodsGroups.length > 0 ? known.filter((group) => order.goodsGroups.includes(group)) : known;
  return { count, unit: order.unit, period: order.period, goodsGroups: chosen };
}
