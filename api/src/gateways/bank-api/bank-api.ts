import type { Kopecks } from '#contract/kopecks.ts';

/** The statement of an account, asked from its bank. */
export interface BankApi {
  /** Provider, as `BANK_API` names it. */
  readonly provider: 'embedded' | 'tbank' | 'sber';
  /**
   * Returns what was executed on the account on a Moscow day `YYYY-MM-DD`. A movement may be there twice, and under
   * another `operationId` than yesterday. Throws BankApiUnavailable, BankTokenRefused, BankStatementTooLong.
   */
  readDay(account: string, day: string): Promise<BankMovement[]>;
  /**
   * Returns the changes of an account since a moment of the running Moscow day, for banks that report them in one
   * call. The answer may omit what the bank learns late, so whole days are read besides. Throws as `readDay`.
   */
  readSince?(account: string, since: Date): Promise<BankMovement[]>;
}

export interface BankMovement {
  /** The bank's own id of the movement, which may change, so it is never the only key. */
  operationId: string;
  /** Number of the payment order, with its own day. */
  number: string;
  datedOn: string;
  sum: Kopecks;
  bookedAt: Date;
  payer: BankSide;
  payee: BankSide;
  purpose: string;
}

export interface BankSide {
  account: string | null;
  inn: string | null;
  kpp: string | null;
  name: string | null;
  bik: string | null;
  bank: string | null;
}

/** The bank was silent, asked to retry later, or gave a malformed answer. */
export class BankApiUnavailable extends Error {
  override readonly name = 'BankApiUnavailable';
}

/** The bank reports more of one day than is read. A person loads it as a file. */
export class BankStatementTooLong extends Error {
  override readonly name = 'BankStatementTooLong';
}

/** The token has expired or lacks the right: nothing comes until a person brings another one. */
export class BankTokenRefused extends Error {
  override readonly name = 'BankTokenRefused';
}

/** Values for a side that the bank leaves out. */
export const UNKNOWN_SIDE: BankSide = {
  account: null,
  inn: null,
  kpp: null,
  name: null,
  bik: null,
  bank: null,
};
