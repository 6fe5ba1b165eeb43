import type { MOVES_MONEY, PAYS_OUT } from '#contract/key-scopes.ts';
import type { OPERATION_TYPE } from '#contract/ids.ts';
import type { AccountPlace, TransferKind } from '../ledger/account.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { RequestKey } from '../../../http/request-key.ts';

/** One way that money goes between the account and a card: its names, and its two ends. */
export interface CardDirection {
  operationTypeId: typeof OPERATION_TYPE.topUp | typeof OPERATION_TYPE.payout;
  /** Purpose of the code. */
  purpose: 'transfer' | 'payout';
  /** Scope that a key needs. */
  keyScope: typeof MOVES_MONEY | typeof PAYS_OUT;
  /** Account that the money is taken from, and account where it arrives. Between the two it is in transit. */
  from: (card: OfCard) => AccountPlace;
  to: (card: OfCard) => AccountPlace;
  /** Taken from its source; then the network did it, or has refused and the money goes back. */
  kinds: { reserve: TransferKind; settle: TransferKind; void: TransferKind };
}

interface OfCard {
  companyId: number;
  cardId: number;
}

/** Request to move money between the account and a card. */
export interface CardMovementAsk {
  scope: CompanyScope;
  userId: number;
  cardId: number;
  sum: Kopecks;
  requestKey: RequestKey | null;
}

/** Request of a user, with the code from the SMS that confirms this movement. */
export interface CardMovementOrder extends CardMovementAsk {
  sms: string;
}
