import type { Kopecks } from '#contract/kopecks.ts';
import { isIncoming, keyWithoutInn, statementDocumentKey } from './match-payment.ts';
import { holds, legible, type StatementDocument } from './statement.ts';

/** Money that has come to an own account of the programme, as a statement says it. */
export interface IncomingPayment {
  /** The same in every statement that carries the document. */
  key: string;
  /** The same for every payer of the bank's account: decides where a statement does not name the payer. */
  keyWithoutInn: string;
  document: StatementDocument;
}

/**
 * - `credited` stands on its company's unallocated funds;
 * - `review` a person says whose money it is, then it is `assigned`;
 * - `refund` its purpose speaks of money that comes back: no company's top-up, unless a person says that it is.
 */
export type PaymentState = 'credited' | 'review' | 'refund' | 'assigned';

/** A payment in our books. Days are `YYYY-MM-DD`. */
export interface Payment {
  id: number;
  key: string;
  state: PaymentState;
  number: string;
  datedOn: string;
  sum: Kopecks;
  payer: { name: string; inn: string; account: string };
  purpose: string;
  /** Why it was decided so: a Russian sentence for the programme's staff. */
  note: string;
  company: { id: number; title: string } | null;
  invoice: { id: number; serial: number } | null;
  suggestion: { companyId: number; company: string; invoiceId: number | null } | null;
  /** How often it was taken back from where it was credited, and the last time. */
  corrections: number;
  lastCorrection: { company: { id: number; title: string }; reason: string; at: Date } | null;
}

/** A person's word is taken for what waits for it, and for what only its purpose made a refund: words mislead. */
export function isAssignable({ state }: Pick<Payment, 'state'>): boolean {
  return state === 'review' || state === 'refund';
}

/** Stands on a company's account: the only one that can be taken back. */
export type CreditedPayment = Payment & { company: NonNullable<Payment['company']> };

export function isCredited({ state }: Pick<Payment, 'state'>): boolean {
  return state === 'credited' || state === 'assigned';
}

/**
 * What a statement brings in: executed documents that come to an own account from an account that is not. A document
 * that stands in the file twice is here twice, under one key.
 */
export function incomingPayments(
  documents: readonly StatementDocument[],
  ownAccounts: readonly string[],
): IncomingPayment[] {
  return documents.flatMap((said) => {
    const document = legible(said);
    const account = ownAccounts.find((own) => isIncoming(own, document));
    if (!account || ownAccounts.some((own) => holds(document.payer, own))) return [];
    const key = statementDocumentKey(account, document);
    return [{ key, keyWithoutInn: keyWithoutInn(account, document), document }];
  });
}

/** Each document of a file once; of those that differ only by leaving the payer's INN out, the one that names it. */
export function distinctPayments(incoming: readonly IncomingPayment[]): IncomingPayment[] {
  const distinct = [...new Map(incoming.map((one) => [one.key, one])).values()];
  const named = new Set(distinct.flatMap((one) => (isNamed(one) ? [one.keyWithoutInn] : [])));
  return distinct.filter((one) => isNamed(one) || !named.has(one.keyWithoutInn));
}

/** What the books know of a document. */
export interface BookedDocument {
  keyWithoutInn: string;
  /** Empty where its statement did not name the payer. */
  inn: string;
}

/** A payment without its payer's INN may be anybody's: it is credited to nobody a second time. */
export function isBooked(
  { keyWithoutInn: key, document: { payer } }: IncomingPayment,
  booked: readonly BookedDocument[],
): boolean {
  return booked.some(
    ({ keyWithoutInn, inn }) =>
      keyWithoutInn === key && (inn === '' || payer.inn === null || inn === payer.inn),
  );
}

function isNamed({ document }: IncomingPayment): boolean {
  return document.payer.inn !== null;
}
