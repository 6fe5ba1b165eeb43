import { MOVES_MONEY } from '#contract/companies/key-scopes.ts';
import { OPERATION_TYPE } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { type CardDirection, byCode, type CardMovement, type CardMovementOrder } from './card-movement.ts';
import { moveCardMoney } from './move-card-money.ts';

export const TO_CARD: CardDirection = {
  operationTypeId: OPERATION_TYPE.topUp,
  purpose: 'transfer',
  keyScope: MOVES_MONEY,
  from: ({ companyId }) => ({ companyId, kind: 'unallocated' }),
  to: ({ companyId, cardId }) => ({ companyId, kind: 'card', cardId }),
  kinds: { reserve: 'reserve-transfer', settle: 'settle-transfer', void: 'void-transfer' },
};

/**
 * Moves unallocated funds to a card (spec section 5, "Transfer to card"). Refuses: `sum` «Недостаточно средств» above
 * what can be moved, `sms` a code that does not confirm this movement, 404 a card that is not the company's, 503 a
 * network in maintenance. The code of a refused movement stays good.
 */
export function transferToCard(ctx: Context, order: CardMovementOrder): Promise<CardMovement> {
  return moveCardMoney(ctx, order, TO_CARD, byCode(order, TO_CARD));
}
