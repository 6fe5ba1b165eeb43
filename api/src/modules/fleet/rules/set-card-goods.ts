import { CARD_STATUS } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import type { CardAuthor } from '../../cards/cards/choose-for-card.ts';
import { checkGoods, chooseGoods } from '../../cards/cards/choose-goods.ts';
import { goodsOfPartner } from '../../cards/cards/network-abilities.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { changeOwnLayer } from './change-own-layer.ts';
import { ownGoods, withGoods } from './own-layer.ts';

/**
 * Chooses what a card may pay for, as a rule of its own layer, and tells the network. All that the network sells is no rule,
 * unless a wider layer says less: then it is lifted here. The first choice activates a card that is not set up (spec section 4).
 * Returns the choice's id, to wait for. Refuses: `cg_ids` none or unknown, 404, 503 a network in maintenance.
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
    choose(tx, { layers }) {
      const source = layers.card.some(({ kind }) => kind === 'goods') ? 'card' : 'none';
      return chooseGoods(ctx, tx, order, { goodsIds, source });
    },
    setsUp: statusId === CARD_STATUS.notSetUp,
  });
}
