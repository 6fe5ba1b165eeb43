import { CARD_STATUS } from '#contract/ids.ts';
import type { Context } from '../../../../context.ts';
import type { Db } from '../../../../db/database.ts';
import type { CardAuthor } from '../../../cards/cards/choose-for-card.ts';
import { type CardRules, type StoredRule, effectiveRules } from '../purchase/decide.ts';
import { readCardRules } from '../purchase/read-rules-of-cards.ts';
import { forgetGoodsBefore, markAwaiting, markDue } from '../rule-card-store.ts';
import { insertChange, lockRules, upsertLayers } from '../rule-store.ts';
import { checkGoods, chooseGoods } from '../../../cards/cards/choose-goods.ts';
import { goodsOfPartner } from '../../../cards/cards/network-abilities.ts';
import { readCard } from '../../../cards/cards/read-card.ts';
import { ownGoods, withGoods, withLimit } from './own-layer.ts';
import { checkLimit, chooseLimit, type LimitOrder } from '../../../cards/cards/choose-limit.ts';
import { getNetworkAbility, limitToPush, toNetworkLimit } from '../purchase/network-ability.ts';

/** A change of a card's own layer that is sent to its network at once. */
interface OwnChange {
  /** The layer as it is to be. */
  rules(found: CardRules): StoredRule[];
  /** Stores what the network is to hold now; returns the choice's id. */
  choose(tx: Db, found: CardRules): Promise<number>;
  /** Whether the choice sets a new card up. */
  setsUp?: boolean;
}

/**
 * Writes a card's own layer of rules together with the choice for its network, so that neither exists without the
 * other. Returns the choice's id, to wait for.
 */
function changeOwnLayer(ctx: Context, author: CardAuthor, change: OwnChange): Promise<number> {
  const { scope, userId, cardId } = author;
  const now = ctx.clock.now();
  return ctx.db.inCompany(scope, async (tx) => {
    await lockRules(tx, scope.companyId);
    const found = await readCardRules(tx, scope, { cardId, at: now });
    const before = [...found.layers.card];
    const after = change.rules(found);
    const subjects = [{ id: cardId, rules: after }];
    await upsertLayers(tx, scope.companyId, { layer: 'card', subjects, userId, now });
    await markDue(tx, scope.companyId, { cardIds: [cardId], userId, now });
    const choiceId = await change.choose(tx, await readCardRules(tx, scope, { cardId, at: now }));
    await markAwaiting(tx, cardId);
    await insertChange(tx, scope.companyId, {
      layer: 'card',
      subjects: [{ id: cardId, before, ...(change.setsUp && { setsUp: true }) }],
      after,
      setTitle: null,
      choiceId,
      userId,
      now,
    });
    return choiceId;
  });
}

/**
 * Chooses what a card may pay for, as a rule of its own layer, and sends it to the network. A choice of all goods that
 * the network sells is no rule, unless a wider layer allows less: then that rule is lifted here. The first choice
 * activates a card that is not set up (spec section 4). Returns the choice's id, to wait for. Refuses: `cg_ids` none or
 * unknown, 404, 503 a network in maintenance.
 */
export async function setCardGoods(
  ctx: Context,
  order: CardAuthor & { goodsIds: readonly number[] },
): Promise<number> {
  const { partnerId, statusId } = await readCard(ctx, order.scope, order.cardId);
  const goodsIds = await checkGoods(ctx, { partnerId }, order.goodsIds);
  const sold = goodsOfPartner(ctx, partnerId).map(({ id }) => id);
  const since = ctx.clock.now();
  return changeOwnLayer(ctx, order, {
    rules: ({ layers }) => withGoods(layers.card, ownGoods(goodsIds, { sold, layers }), since),
    async choose(tx, { layers }) {
      await forgetGoodsBefore(tx, order.cardId);
      const source = layers.card.some(({ kind }) => kind === 'goods') ? 'card' : 'none';
      return chooseGoods(ctx, tx, order, { goodsIds, source });
    },
    setsUp: statusId === CARD_STATUS.notSetUp,
  });
}

/**
 * Sets how much a card may spend in a period (spec section 5), as a rule of its own layer, and sends it to the network.
 * 0 removes the card's own limit: the limit of its group or the company then applies. Returns the choice's id, to wait
 * for. Refuses: 400 as `checkLimit`, 404, 503 a network in maintenance.
 */
export async function setCardLimit(ctx: Context, order: CardAuthor & LimitOrder): Promise<number> {
  const card = await readCard(ctx, order.scope, order.cardId);
  const limit = await checkLimit(ctx, card, order);
  const ability = getNetworkAbility(ctx, card.partnerId);
  const since = ctx.clock.now();
  return changeOwnLayer(ctx, order, {
    rules({ layers }) {
      const own = effectiveRules({ profile: [], group: [], card: layers.card });
      const enforcedKind = limitToPush(own, ability)?.rule.kind ?? null;
      return withLimit(layers.card, limit, { heldKind: enforcedKind, since });
    },
    choose(tx, { effective }) {
      const first = limitToPush(effective, ability);
      return chooseLimit(ctx, tx, order, first && toNetworkLimit(first));
    },
  });
}
