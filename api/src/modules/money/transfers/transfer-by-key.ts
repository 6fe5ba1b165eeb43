import type { Context } from '../../../context.ts';
import { moveCardMoney } from './move-card-money.ts';
import { type CardMovement, type CardMovementRequest, byKey } from './card-movement.ts';
import { FROM_CARD } from './payout-from-card.ts';
import { TO_CARD } from './transfer-to-card.ts';

type KeyMovementRequest = CardMovementRequest & { keyId: number };

/**
 * Does the same as `transferToCard`, permitted by a key instead of a code: in the name of the user who made the key,
 * within its daily sum and to its cards. Refuses besides: `sum` above the rest of the daily sum, 403 a card that the
 * key does not name.
 */
export function transferByKey(ctx: Context, order: KeyMovementRequest): Promise<CardMovement> {
  return moveCardMoney(ctx, order, TO_CARD, byKey(order, order.keyId, TO_CARD));
}

/**
 * Does the same as `payoutFromCard`, permitted by a key: from the key's cards, without a daily sum, since the money
 * stays the company's.
 */
export function payoutByKey(ctx: Context, order: KeyMovementRequest): Promise<CardMovement> {
  return moveCardMoney(ctx, order, FROM_CARD, byKey(order, order.keyId, FROM_CARD));
}
