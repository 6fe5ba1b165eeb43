import type { Context } from '../../../context.ts';
import type { CardAuthor } from '../../cards/cards/choose-for-card.ts';
import { checkLimit, chooseLimit, type LimitOrder } from '../../cards/cards/choose-limit.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { changeOwnLayer } from './change-own-layer.ts';
import { effectiveRules } from './decide.ts';
import { abilityOf, limitToPush, toNetworkLimit } from './network-ability.ts';
import { withLimit } from './own-layer.ts';

/**
 * Sets how much a card may spend in a period (spec section 5), as a rule of its own layer, and tells the network. 0 removes the
 * card's own limit: what its group or the company says holds then. Returns the choice's id, to wait for. Refuses: 400 as
 * `checkLimit`, 404, 503 a network in maintenance.
 */
export async function setCardLimit(ctx: Context, order: CardAuthor & LimitOrder): Promise<number> {
  const card = await readCard(ctx, order.scope, order.cardId);
  const limit = await checkLimit(ctx, card, order);
  const ability = abilityOf(ctx, card.partnerId);
  const since = ctx.clock.now();
  return changeOwnLayer(ctx, order, {
    rules({ layers }) {
      const own = effectiveRules({ profile: [], group: [], card: layers.card });
      const heldKind = limitToPush(own, ability)?.rule.kind ?? null;
      return withLimit(layers.card, limit, { heldKind, since });
    },
    choose(tx, { effective }) {
      const first = limitToPush(effective, ability);
      return chooseLimit(ctx, tx, order, first && toNetworkLimit(first));
    },
  });
}
