import type { Context } from '../../../context.ts';
import { postDeed } from '../posting/post-deed.ts';
import type { CardDirection } from './card-direction.ts';
import type { CardMovementOrder } from './move-card-money.ts';
import { codeOfList, totalOf, type MovementLine } from './movement-list.ts';
import { tooLittle } from './too-little.ts';

/** What a person asks for when moving money between the account and many cards, each named once. */
export interface ManyMovementsOrder extends Omit<CardMovementOrder, 'cardId' | 'sum'> {
  lines: readonly MovementLine[];
}

/** The operations in the order of the lines. */
export type ManyMovements = { operationIds: number[] };

/**
 * The first half of as many movements as there are cards, all of them or none; each is settled by its own network's answer
 * as a single one is. Refuses as `transferToCard` does, on `lines` where money is missing; 404 and 503 for any of the cards.
 */
export function moveManyCards(
  ctx: Context,
  { scope: { companyId }, userId, lines, sms, requestKey }: ManyMovementsOrder,
  direction: CardDirection,
): Promise<ManyMovements> {
  const { operationTypeId: typeId, kinds } = direction;
  const asked = lines.map((line) => ({ ...line, from: direction.from({ companyId, ...line }) }));
  const inTransit = { companyId, kind: 'in-transit' } as const;
  const places = [...asked.map((one) => one.from), inTransit];
  const cardIds = lines.map((one) => one.cardId);
  const code = codeOfList({ userId, sms }, lines, direction);
  return postDeed(ctx, {
    companyId,
    requestKey,
    needs: { places, cardIds, code, newId: 'operation', newIds: lines.length },
    decide(books) {
      const found = asked.map((one) => ({ ...one, card: books.requireCard({ companyId, ...one }) }));
      books.assertNotInMaintenance(found.map(({ card }) => card.partnerId));
      const codeId = books.checkCode(code);
      const all = found.map((one) => ({ ...one, id: books.newId('operation') }));
      const movements = all.map(({ id, from, sum }) => {
        const requestId = `operation:${id}:reserve`;
        const subject = { kind: 'operation', id } as const;
        return { requestId, kind: kinds.reserve, from, to: inTransit, amount: sum, subject };
      });
      if (!books.post(movements).ok) throw tooLittle(books, found);
      books.spendCode(codeId);
      for (const { id, card, sum } of all) books.addOperation(id, { card, typeId, sum, authorId: userId });
      const details = { purpose: code.purpose, cards: lines.length, kopecks: totalOf(lines) };
      books.record({ what: 'many-cards-moved', userId, companyId, details });
      return { operationIds: all.map((one) => one.id) };
    },
  });
}
