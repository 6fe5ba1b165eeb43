import { OPERATION_TYPE } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import {
  moveCardMoney,
  type CardMovement,
  type CardMovementOrder,
  type Direction,
} from './move-card-money.ts';

export const FROM_CARD: Direction = {
  operationTypeId: OPERATION_TYPE.payout,
  purpose: 'payout',
  reserve: 'reserve-payout',
  source: ({ companyId, cardId }) => ({ companyId, kind: 'card', cardId }),
};

/**
 * Moves a card's money back to the unallocated funds (spec section 5, "Payout from card"). Refuses as
 * `transferToCard` does.
 */
export function payoutFromCard(ctx: Context, order: CardMovementOrder): Promise<CardMovement> {
  return moveCardMoney(ctx, order, FROM_CARD);
}
