import type { Context } from '../../../context.ts';
import { postMovement } from '../posting/post-movement.ts';
import type { CardDirection, CardMovementOrder } from './card-movement.ts';
import { codeOfList, sumLines, type MovementLine } from './movement-list.ts';
import { tooLittle } from './movement-outlook.ts';

/** Request to move money between the account and many cards, each named once. */
export interface ManyCardsOrder extends Omit<CardMovementOrder, 'cardId' | 'sum'> {
  lines: readonly MovementLine[];
}

/** The operations in the order of the lines. */
export type ManyMovements = { operationIds: number[] };

/**
 * Starts a movement for each card, all of them or none; each is settled by its own network's answer, as a single movement
 * is. Refuses as `transferToCard` does, on `lines` where money is missing; 404 and 503 for any of the cards.
 */
export function moveManyCards(
  ctx: Context,
  { scope: { companyId }, userId, lines, sms, requestKey }: ManyCardsOrder,
  direction: CardDirection,
): Promise<ManyMovements> {
  const { operationTypeId: typeId, kinds } = direction;
  const requested = lines.map((line) => ({ ...line, from: direction.from({ companyId, ...line }) }));
  const inTransit = { companyId, kind: 'in-transit' } as const;
  const places = [...requested.map((item) => item.from), inTransit];
  const cardIds = lines.map((line) => line.cardId);
  const code = codeOfList({ userId, sms }, lines, direction);
  return postMovement(ctx, {
    companyId,
    requestKey,
    needs: { places, cardIds, code, newId: 'operation', newIds: lines.length },
    decide(books) {
      const found = requested.map((item) => ({ ...item, card: books.requireCard({ companyId, ...item }) }));
      books.assertNotInMaintenance(found.map(({ card }) => card.partnerId));
      const codeId = books.checkCode(code);
      const all = found.map((item) => ({ ...item, id: books.newId('operation') }));
      const movements = all.map(({ id, from, sum }) => {
        const requestId = `operation:${id}:reserve`;
        const subject = { kind: 'operation', id } as const;
        return { requestId, kind: kinds.reserve, from, to: inTransit, amount: sum, subject };
      });
      if (!books.post(movements).ok) throw tooLittle(books, found);
      books.spendCode(codeId);
      for (const { id, card, sum } of all) books.addOperation(id, { card, typeId, sum, authorId: userId });
      const details = { purpose: code.purpose, cards: lines.length, kopecks: sumLines(lines) };
      books.record({ what: 'many-cards-moved', userId, companyId, details });
      return { operationIds: all.map((item) => item.id) };
    },
  });
}
