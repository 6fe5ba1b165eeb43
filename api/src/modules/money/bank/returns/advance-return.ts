import type { AdvanceReturnState } from '#contract/money/advance-returns.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import { documentHash } from '../match-payment.ts';
import { hasAccount, replaceUnreadable, type BankFileDocument } from '../file/bank-file.ts';

/** Money that has left one of the programme's accounts, as a bank statement reports it. */
export interface OutgoingPayment {
  /** Key of the document, equal in every statement that carries it. */
  key: string;
  /** The key that an earlier program has given it. */
  keyWithoutInn: string;
  document: BankFileDocument & { debitedOn: string };
}

/**
 * - `review`: a person has to say what it was;
 * - `booked`: a returned advance, which has left the company's unallocated funds;
 * - `dismissed`: something else, no money has moved.
 */
export type { AdvanceReturnState };

/** A payment to a client in our books. Days are `YYYY-MM-DD`. */
export interface AdvanceReturn {
  id: number;
  key: string;
  state: AdvanceReturnState;
  number: string;
  datedOn: string;
  debitedOn: string;
  sum: Kopecks;
  payee: { name: string; inn: string; account: string };
  purpose: string;
  company: { id: number; title: string };
  /** The company's own part of its unallocated funds; 0 when it uses credit. */
  ownFunds: Kopecks;
  reason: string | null;
  decidedBy: string | null;
  decidedAt: Date | null;
  /** Decisions that were taken back, newest first. */
  reopenings: readonly Reopening[];
}

/** A decision as it was, and who has taken it back. */
export interface Reopening {
  state: Exclude<AdvanceReturnState, 'review'>;
  decidedReason: string | null;
  decidedBy: string | null;
  decidedAt: Date;
  reason: string;
  reopenedBy: string;
  reopenedAt: Date;
}

/** Executed documents that leave an own account for one that is not. */
export function outgoingPayments(
  documents: readonly BankFileDocument[],
  ownAccounts: readonly string[],
): OutgoingPayment[] {
  return documents.flatMap((input) => {
    const document = replaceUnreadable(input);
    const { debitedOn, payer, payee, sumKopecks } = document;
    const account = ownAccounts.find((own) => hasAccount(payer, own));
    if (!account || debitedOn === null || sumKopecks <= 0) return [];
    if (ownAccounts.some((own) => hasAccount(payee, own))) return [];
    return [{ ...toPaymentKeys(account, document), document: { ...document, debitedOn } }];
  });
}

/**
 * Builds keys like `bankFileDocumentKey` does for incoming documents. The extra word distinguishes the two kinds of
 * keys.
 */
function toPaymentKeys(
  ownAccount: string,
  document: BankFileDocument,
): { key: string; keyWithoutInn: string } {
  const { debitedOn, number, date, sumKopecks, payee, purpose } = document;
  const account = payee.account ?? payee.settlementAccount;
  const parts = ['outgoing', ownAccount, debitedOn, number, date, sumKopecks, account];
  return { key: documentHash([...parts, payee.inn], purpose), keyWithoutInn: documentHash(parts, purpose) };
}
