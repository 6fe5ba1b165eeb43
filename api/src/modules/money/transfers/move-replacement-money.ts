import type { Context } from '../../../context.ts';
import type { CardMovement, CardMovementRequest, MovementPermission } from './card-movement.ts';
import { moveCardMoney } from './move-card-money.ts';
import { FROM_CARD } from './payout-from-card.ts';
import { TO_CARD } from './transfer-to-card.ts';

/**
 * Permission by the replacement of a lost card: the money goes from a card of a company to the one that takes its place, and
 * the users who may replace the card could spend it before (decision 182).
 */
const BY_REPLACEMENT: MovementPermission = { needs: {}, check: () => () => undefined };

/**
 * Moves the money of a lost card back (`payout`), or to the card that takes its place (`transfer`). A repeat with the same
 * request key moves nothing more. Refuses: `sum` above the balance, 503 a network in maintenance.
 */
export function moveReplacementMoney(
  ctx: Context,
  part: 'payout' | 'transfer',
  request: CardMovementRequest,
): Promise<CardMovement> {
  return moveCardMoney(ctx, request, part === 'payout' ? FROM_CARD : TO_CARD, BY_REPLACEMENT);
}
