import type { Kopecks } from '#contract/kopecks.ts';
import type { RequestKey } from '../../http/request-key.ts';
import type { AuditRecord } from '../audit/record-event.ts';
import type { MovingCard } from '../cards/card-store.ts';
import type { AccountPlace, LockedAccount, Posting, Transfer } from '../ledger/account.ts';
import type { FinishedOperation, OperationRecord } from '../operations/operation-store.ts';
import type { AskedOperation } from '../operations/start-operation.ts';
import type { CheckedCode, SaidCode } from '../sms-codes/check-code.ts';
import type { Balances } from './balances.ts';

/**
 * Something that moves money. Deeds that come together are posted together (post-deed.ts): what all of them need is
 * read and locked first, then each decides by itself, in memory, and what they decided is written at once.
 */
export interface Deed<Outcome = unknown> {
  companyId: number;
  /** The same key again is the same deed: it gets the first one's outcome and decides nothing. */
  requestKey: RequestKey | null;
  needs: DeedNeeds;
  /**
   * Says what happens, or refuses by throwing: then nothing of it happens. Whatever may refuse comes first, `post` last
   * of that, and only then the rows that go with the money.
   */
  decide(books: Books): Outcome;
  /** How its outcome is kept under the request key, where that is another one than it is told. */
  packing?: Packing<Outcome>;
}

export interface Packing<Outcome> {
  pack(outcome: Outcome): unknown;
  unpack(kept: unknown): Outcome;
}

export interface DeedNeeds {
  /** Accounts between which money moves. */
  places: readonly AccountPlace[];
  cardId?: number;
  /** Whose codes may be said. */
  codesOf?: number;
  operationId?: number;
  /** A row that it will write under an id of its own. */
  newId?: 'distribution' | 'operation';
  balances?: boolean;
}

/** What a deed finds in the books, and what it may write there. */
export interface Books {
  now: Date;
  /** The account at one of the deed's places, as it stands after the deeds before. Throws where there is none. */
  account(place: AccountPlace): LockedAccount;
  /** The card, if it is the company's. */
  card(asked: { companyId: number; cardId: number }): MovingCard | null;
  /** Throws 503 while everything or one of these partners is in maintenance. */
  assertNotInMaintenance(partnerIds: Iterable<number>): void;
  checkCode(said: SaidCode): CheckedCode;
  spendCode(codeId: CheckedCode): void;
  operation(id: number): OperationRecord | null;
  /** Moves the money of all transfers, or of none. */
  post(transfers: readonly Transfer[]): Posting;
  newId(of: 'distribution' | 'operation'): number;
  /** Who distributes or revokes. */
  addDistribution(
    id: number,
    about: { companyId: number; kind: 'distribute' | 'revoke'; sum: Kopecks; authorId: number },
  ): void;
  /** Asks a card's network for something, as `startOperation` does. */
  addOperation(id: number, asked: AskedOperation): void;
  finishOperation(finished: FinishedOperation): void;
  /** A line of the audit log that is there exactly when the deed is. */
  record(event: Omit<AuditRecord, 'at'>): void;
  /** The company's balances as they stand after the deed. */
  balances(companyId: number): Balances;
}
