import type { Kopecks } from '#contract/kopecks.ts';
import type { RequestKey } from '../../../http/request-key.ts';
import type { AuditRecord } from '../../../audit/record-event.ts';
import type { CurrentWork } from '../../../lib/current-work.ts';
import type { MovingCard } from '../../cards/cards/cards.ts';
import type { KeyMovementCheck, CheckedSpending } from '../../companies/keys/locked-keys.ts';
import type { AccountPlace, LockedAccount, Movement, Posting, Transfer } from '../ledger/account.ts';
import type { FinishedOperation, OperationRequest } from '../../cards/commands/operation-lifecycle.ts';
import type { OperationRecord } from '../../cards/commands/operations.ts';
import type { AnyEvent } from '../../messaging/notices/notify.ts';
import type { CheckedCode, CodeInput } from '../../messaging/sms-codes/check-code.ts';
import type { Balances } from './balances.ts';

/**
 * A movement of money: what it needs, and what it does with the books. Movements that arrive together are posted together
 * (post-movement.ts): all their needs are read and locked first, then each decides on its own, in memory, and the results
 * are written at once.
 */
export interface MoneyMovement<Outcome = unknown> {
  companyId: number;
  /** A repeated key is the same movement: it gets the first outcome and decides nothing. */
  requestKey: RequestKey | null;
  /**
   * True if the movement ends an earlier one, and is allowed for a blocked company too. Every other movement of
   * such a company is refused (403).
   */
  endsWhatBegan?: boolean;
  needs: MovementNeeds;
  /**
   * Decides what happens, or refuses by throwing; a refused movement writes nothing. Everything that may refuse comes
   * first, `post` comes last among that, and after `post` only the rows that go with the money.
   */
  decide(books: Books): Outcome;
  /** Format in which the outcome is stored under the request key, if that differs from the outcome itself. */
  packing?: Packing<Outcome>;
  /** Author of the movement, for the audit log. `postMovement` records it. */
  work?: CurrentWork | undefined;
}

/** Movement that is part of its caller's transaction, which has the lock, the key and the other rows. */
export interface MovementUnderLock<Outcome> {
  needs: Pick<MovementNeeds, 'places'>;
  decide(books: BooksUnderLock): Outcome;
}

export interface Packing<Outcome> {
  pack(outcome: Outcome): unknown;
  /** `titles` are those of the networks by their ids, if the movement needs balances. */
  unpack(stored: unknown, titles: ReadonlyMap<number, string>): Outcome;
}

export interface MovementNeeds {
  /** Accounts between which money moves. */
  places: readonly AccountPlace[];
  cardIds?: readonly number[];
  /** Code that confirms it. A code that has confirmed such a movement before is refused as used, not as wrong. */
  code?: CodeInput;
  /** The company's key that permits it. */
  keyId?: number;
  operationId?: number;
  /** The kind of row that it will write, and how many if not one: an id is drawn for each. */
  newId?: 'distribution' | 'operation';
  newIds?: number;
  balances?: boolean;
}

/** Money part of the books: all that is needed by a movement that brings its own rows (post-under-lock.ts). */
export interface MoneyBooks {
  now: Date;
  /** Returns the account at one of the movement's places, after all earlier changes. Throws if there is none. */
  account(place: AccountPlace): LockedAccount;
  /** Moves the money of all movements or of none. */
  post(movements: readonly Movement[]): Posting;
}

/** Books of a movement that its caller's transaction posts. */
export interface BooksUnderLock extends MoneyBooks {
  /**
   * Lets an account fall by a sum that the company owes regardless of its credit, such as a penalty. Like a limit that was
   * lowered under a debt, the floor then follows the balance up (`tightenFloor`). An account without a floor stays so.
   */
  lowerFloor(place: AccountPlace, sum: Kopecks): void;
}

/** Operations that a movement may use to read the books and to write to them. */
export interface Books extends MoneyBooks {
  /** Throws 404 for a card that is not the company's. */
  requireCard(args: { companyId: number; cardId: number }): MovingCard;
  /** Throws 403 while the programme has blocked the company. */
  assertAtWork(companyId: number): void;
  /** Throws 503 while everything or one of these partners is in maintenance. */
  assertNotInMaintenance(partnerIds: Iterable<number>): void;
  checkCode(input: CodeInput): CheckedCode;
  spendCode(codeId: CheckedCode): void;
  checkKey(args: KeyMovementCheck): CheckedSpending;
  spendKey(spending: CheckedSpending): void;
  operation(id: number): OperationRecord | null;
  newId(of: 'distribution' | 'operation'): number;
  /** Records a distribution or a revocation. */
  addDistribution(
    id: number,
    about: { companyId: number; kind: 'distribute' | 'revoke'; sum: Kopecks; authorId: number },
  ): void;
  /** Starts an operation at a card's network, as `startOperation` does. */
  addOperation(id: number, args: OperationRequest): void;
  finishOperation(finished: FinishedOperation): void;
  /** Adds a line to the audit log, which exists exactly when the movement does. */
  record(event: Omit<AuditRecord, 'at'>): void;
  /** Notifies users of the movement, as `notify` does. */
  publish(event: AnyEvent): void;
  /** Returns the company's balances after the movement. */
  balances(companyId: number): Balances;
}

/** The movement as the ledger writes it. */
export function toTransfer(
  { from, to, ...movement }: Movement,
  account: (place: AccountPlace) => LockedAccount,
): Transfer {
  return {
    ...movement,
    companyId: from.companyId,
    fromAccountId: account(from).id,
    toAccountId: account(to).id,
  };
}
