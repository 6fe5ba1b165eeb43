import { CARD_STATUS } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { Refusal } from '../../../errors.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { setCardGoods } from '../../cards/cards/set-card-goods.ts';
import { setCardLimit } from '../../cards/cards/set-card-limit.ts';
import { goodsOfPartner } from '../../cards/cards/network-abilities.ts';
import { readCardRules } from './read-card-rules.ts';
import { abilityOf, limitToPush, type PushedLimit } from './network-ability.ts';
import { findRuleCard, notePushedGoods, notePushedLimit } from './rule-card-store.ts';

/**
 * Asks the card's network to hold what it can: one limit and the goods. Only what we have asked for is taken off again.
 * Returns why it could not be asked now, as a sentence; null when all is as it should be.
 */
export async function pushRules(ctx: Context, cardId: number): Promise<string | null> {
  const row = await findRuleCard(ctx.db.system, cardId);
  if (!row) return null;
  const scope = mintCompanyScope(row.company_id);
  const card = await readCard(ctx, scope, cardId);
  if (card.statusId === CARD_STATUS.notSetUp) return null;
  const { effective } = await ctx.db.inCompany(scope, (tx) =>
    readCardRules(tx, scope, { cardId, at: ctx.clock.now() }),
  );
  const ability = abilityOf(ctx, card.partnerId);
  const asker = { scope, userId: row.asked_by, cardId };
  try {
    const limit = limitToPush(effective, ability);
    if (JSON.stringify(limit) !== JSON.stringify(inOrder(row.pushed_limit))) {
      const { unit, period } = (limit ?? row.pushed_limit) as PushedLimit;
      await setCardLimit(ctx, { ...asker, count: limit?.count ?? 0, unit, period, goodsGroups: [] });
      await notePushedLimit(ctx.db.system, cardId, limit);
    }
    const said = effective.find(({ rule }) => rule.kind === 'goods')?.rule.value as number[] | undefined;
    const wanted = ability.choosesGoods && said ? allowed(ctx, card.partnerId, said) : null;
    if (String(wanted) !== String(row.pushed_goods)) {
      const goodsIds = wanted ?? row.goods_before ?? card.goodsIds;
      const before = wanted === null ? null : (row.goods_before ?? card.goodsIds);
      await setCardGoods(ctx, { ...asker, goodsIds });
      await notePushedGoods(ctx.db.system, cardId, { goods: wanted, before });
    }
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/** Null where the network sells none of them: the card is closed by the portal's word at the pump instead. */
function allowed(ctx: Context, partnerId: number, said: readonly number[]): number[] | null {
  const sold = goodsOfPartner(ctx, partnerId).filter(({ id }) => said.includes(id));
  return sold.length === 0 ? null : sold.map(({ id }) => id);
}

/** PostgreSQL keeps the keys of an object in an order of its own. */
function inOrder(limit: PushedLimit | null): PushedLimit | null {
  return limit && { kind: limit.kind, count: limit.count, unit: limit.unit, period: limit.period };
}
