import type { MOVES_MONEY, PAYS_OUT } from '#contract/companies/key-scopes.ts';
import { OPERATION_TYPE } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { RequestKey } from '../../../http/request-key.ts';
import type { AccountPlace, TransferKind } from '../ledger/account.ts';
import type { Books, MovementNeeds } from '../posting/money-movement.ts';
import type { OperationRecord } from '../../cards/commands/operations.ts';
import type { AnyEvent } from '../../messaging/notices/notify.ts';

/** One direction of money between the account and a card: its titles, and its two ends. */
export interface CardDirection {
  operationTypeId: typeof OPERATION_TYPE.topUp | typeof OPERATION_TYPE.payout;
  /** Purpose of the code. */
  purpose: 'transfer' | 'payout';
  /** Scope that a key needs. */
  keyScope: typeof MOVES_MONEY | typeof PAYS_OUT;
  /** Account that the money is taken from, and account where it arrives. Between the two it is in transit. */
  from: (card: CardRef) => AccountPlace;
  to: (card: CardRef) => AccountPlace;
  /** Taken from its source; then the network did it, or has refused and the money goes back. */
  kinds: { reserve: TransferKind; settle: TransferKind; void: TransferKind };
}

interface CardRef {
  companyId: number;
  cardId: number;
}

/** Request to move money between the account and a card. */
export interface CardMovementRequest {
  scope: CompanyScope;
  userId: number;
  cardId: number;
  sum: Kopecks;
  requestKey: RequestKey | null;
}

/** Request of a user, with the code from the SMS that confirms this movement. */
export interface CardMovementOrder extends CardMovementRequest {
  sms: string;
}

export type CardMovement = { operationId: number };

/**
 * Permission to move money between an account and a card. It is checked in the transaction that moves the money, and
 * used up by it.
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
  { scope: { companyId }, cardId, sum }: CardMovementRequest,
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

/**
 * Builds the notification about a movement that its network has refused. The user who asked for the movement gets it
 * too.
 */
export function failedMovement(operation: OperationRecord, reason: string, now: Date): AnyEvent {
  const { id, companyId, cardId, cardNumber, sum, typeId, authorId } = operation;
  return {
    kind: 'movement-failed',
    companyId,
    userId: authorId,
    facts: {
      cardId,
      card: cardNumber.slice(-4),
      sumKopecks: sum,
      toCard: typeId === OPERATION_TYPE.topUp,
      reason,
    },
    about: `operation:${id}`,
    now,
  };
}
