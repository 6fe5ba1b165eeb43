import { INSUFFICIENT_FUNDS } from '#contract/money/money.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import { postMovement } from '../posting/post-movement.ts';
import type {
  CardDirection,
  CardMovement,
  CardMovementRequest,
  MovementPermission,
} from './card-movement.ts';

/**
 * The first half of a two-phase movement: takes the money from its source, puts it in transit, and asks the network
 * for the rest. The second half is `settleCardMovement`, when the network has answered.
 */
export function moveCardMoney(
  ctx: Context,
  { scope: { companyId }, userId, cardId, sum, requestKey }: CardMovementRequest,
  direction: CardDirection,
  permission: MovementPermission,
): Promise<CardMovement> {
  const from = direction.from({ companyId, cardId });
  const inTransit = { companyId, kind: 'in-transit' } as const;
  const { operationTypeId: typeId, kinds } = direction;
  return postMovement(ctx, {
    companyId,
    requestKey,
    needs: { places: [from, inTransit], cardIds: [cardId], newId: 'operation', ...permission.needs },
    decide(books) {
      const card = books.requireCard({ companyId, cardId });
      books.assertNotInMaintenance([card.partnerId]);
      const use = permission.check(books);
      const id = books.newId('operation');
      const requestId = `operation:${id}:reserve`;
      const subject = { kind: 'operation', id } as const;
      const { ok } = books.post([
        { requestId, kind: kinds.reserve, from, to: inTransit, amount: sum, subject },
      ]);
      if (!ok) throw fieldRefusal('sum', INSUFFICIENT_FUNDS);
      use();
      books.addOperation(id, { card, typeId, sum, authorId: userId, requestKey: requestKey?.ofProgram });
      return { operationId: id };
    },
  });
}
