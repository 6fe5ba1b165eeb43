import { OPERATION_TYPE } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import { INSUFFICIENT_FUNDS } from '#contract/money.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { fieldRefusal, notFound } from '../../../errors.ts';
import type { RequestKey } from '../../../http/request-key.ts';
import type { AccountPlace, TransferKind } from '../ledger/account.ts';
import { toldIfUsed, type SaidCode } from '../../people/sms-codes/check-code.ts';
import type { Books } from '../posting/deed.ts';
import { postDeed } from '../posting/post-deed.ts';

/** What a person asks for when moving money between the account and a card. */
export interface CardMovementOrder {
  scope: CompanyScope;
  userId: number;
  cardId: number;
  sum: Kopecks;
  /** The code from the SMS that confirms this movement. */
  sms: string;
  requestKey: RequestKey | null;
}

export interface CardMovement {
  operationId: number;
}

/** One direction of the movement: its name, and where the money is taken from. */
export interface Direction {
  operationTypeId: typeof OPERATION_TYPE.topUp | typeof OPERATION_TYPE.payout;
  purpose: 'transfer' | 'payout';
  reserve: TransferKind;
  source(card: { companyId: number; cardId: number }): AccountPlace;
}

/**
 * The first half of a two-phase movement: takes the money from its source, puts it in transit, and asks the network
 * for the rest. The second half is `settleCardMovement`, when the network has answered.
 */
export async function moveCardMoney(
  ctx: Context,
  order: CardMovementOrder,
  direction: Direction,
): Promise<CardMovement> {
  const { cardId, userId, requestKey } = order;
  const { companyId } = order.scope;
  const places: [AccountPlace, AccountPlace] = [
    direction.source({ companyId, cardId }),
    { companyId, kind: 'in-transit' },
  ];
  const code: SaidCode = {
    userId,
    code: order.sms,
    purpose: direction.purpose,
    subjects: [String(cardId)],
    sumKopecks: order.sum,
  };
  const posted = postDeed(ctx, {
    companyId,
    requestKey,
    needs: { places, cardIds: [cardId], codesOf: userId, newId: 'operation' },
    decide(books) {
      const card = books.card({ companyId, cardId });
      if (!card) throw notFound('Карта не найдена');
      books.assertNotInMaintenance([card.partnerId]);
      const codeId = books.checkCode(code);
      const operationId = books.newId('operation');
      reserve(books, { operationId, places, kind: direction.reserve, sum: order.sum });
      books.spendCode(codeId);
      books.addOperation(operationId, {
        card,
        typeId: direction.operationTypeId,
        sum: order.sum,
        authorId: userId,
      });
      return { operationId };
    },
  });
  return posted.catch(async (refusal: unknown) => {
    throw await toldIfUsed(ctx, code, refusal);
  });
}

function reserve(
  books: Books,
  asked: {
    operationId: number;
    places: [AccountPlace, AccountPlace];
    kind: TransferKind;
    sum: Kopecks;
  },
): void {
  const [source, inTransit] = asked.places;
  const posting = books.post([
    {
      requestId: `operation:${asked.operationId}:reserve`,
      kind: asked.kind,
      from: source,
      to: inTransit,
      amount: asked.sum,
      subject: { kind: 'operation', id: asked.operationId },
    },
  ]);
  if (!posting.ok) throw fieldRefusal('sum', INSUFFICIENT_FUNDS);
}
