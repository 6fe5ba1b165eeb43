import type { Books, MovementNeeds } from '../posting/money-movement.ts';
import type { CardDirection, CardMovementAsk, CardMovementOrder } from './card-direction.ts';

/**
 * Permission to move money between an account and a card. It is checked in the transaction that moves the money, and
 * spent with it.
 */
export interface MovementPermission {
  needs: Pick<MovementNeeds, 'code' | 'keyId'>;
  /** Refuses, or returns what marks it as used. */
  check(books: Books): () => void;
}

/** The code from the SMS that confirms this very movement. */
export function byCode(
  { userId, sms, cardId, sum }: CardMovementOrder,
  { purpose }: CardDirection,
): MovementPermission {
  const code = { userId, code: sms, purpose, subjects: [String(cardId)], sumKopecks: sum };
  return {
    needs: { code },
    check(books) {
      const codeId = books.checkCode(code);
      return () => books.spendCode(codeId);
    },
  };
}

/** A key of the company: to its cards within its daily sum, or from its cards. */
export function byKey(
  { scope: { companyId }, cardId, sum }: CardMovementAsk,
  keyId: number,
  { keyScope: scope }: CardDirection,
): MovementPermission {
  return {
    needs: { keyId },
    check(books) {
      const spending = books.checkKey({ companyId, keyId, cardId, sum, scope });
      return () => books.spendKey(spending);
    },
  };
}
