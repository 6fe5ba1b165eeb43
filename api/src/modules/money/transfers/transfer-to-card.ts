import { OPERATION_TYPE } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import {
  moveCardMoney,
  type CardMovement,
  type CardMovementOrder,
  type Direction,
} from './move-card-money.ts';

export const TO_CARD: Direction = {
  operationTypeId: OPERATION_TYPE.topUp,
  purpose: 'transfer',
  reserve: 'reserve-transfer',
  source: ({ companyId }) => ({ companyId, kind: 'unallocated' }),
};

/**
 * Moves unallocated funds to a card (spec section 5, "Transfer to card"). Refuses: `sum` «Недостаточно средств» above
 * what can be moved, `sms` a code that does not confirm this movement, 404 a card that is not the company's, 503 a
 * network in maintenance. The code of a refused movement stays good.
 */
export function transferToCard(ctx: Context, order: CardMovementOrder): Promise<CardMovement> {
  return moveCardMoney(ctx, order, TO_CARD);
}
