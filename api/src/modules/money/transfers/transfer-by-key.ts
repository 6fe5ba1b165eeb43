import type { Context } from '../../../context.ts';
import { moveCardMoney, type CardMovement, type CardMovementAsk } from './move-card-money.ts';
import { byKey } from './movement-permission.ts';
import { TO_CARD } from './transfer-to-card.ts';

/**
 * As `transferToCard`, permitted by a key instead of a code: in the name of whoever made the key, within its daily sum and
 * to its cards. Refuses besides: `sum` above what is left of the daily sum, 403 a card that the key does not name.
 */
export function transferByKey(
  ctx: Context,
  order: CardMovementAsk & { keyId: number },
): Promise<CardMovement> {
  return moveCardMoney(ctx, order, TO_CARD, byKey(order, order.keyId));
}
