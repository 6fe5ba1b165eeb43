import { PAYS_OUT } from '#contract/companies/key-scopes.ts';
import { OPERATION_TYPE } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { type CardDirection, byCode, type CardMovement, type CardMovementOrder } from './card-movement.ts';
import { moveCardMoney } from './move-card-money.ts';

export const FROM_CARD: CardDirection = {
  operationTypeId: OPERATION_TYPE.payout,
  purpose: 'payout',
  keyScope: PAYS_OUT,
  from: ({ companyId, cardId }) => ({ companyId, kind: 'card', cardId }),
  to: ({ companyId }) => ({ companyId, kind: 'unallocated' }),
  kinds: { reserve: 'reserve-payout', settle: 'settle-payout', void: 'void-payout' },
};

/**
 * Moves a card's money back to the unallocated funds (spec section 5, "Payout from card"). Refuses as
 * `transferToCard` does.
 */
export function payoutFromCard(ctx: Context, order: CardMovementOrder): Promise<CardMovement> {
  return moveCardMoney(ctx, order, FROM_CARD, byCode(order, FROM_CARD));
}
