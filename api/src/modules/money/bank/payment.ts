import { sql } from 'kysely';
import type { PaymentState } from '#contract/money/bank.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import { isIncoming, keyWithoutInn, bankFileDocumentKey } from './match-payment.ts';
import { hasAccount, replaceUnreadable, type BankFileDocument } from './file/bank-file.ts';
import { getOnlyRow, type Db } from '../../../db/database.ts';

/** Money that has come to one of the programme's accounts, as a bank statement reports it. */
export interface IncomingPayment {
  /** Key of the document, equal in every statement that carries it. */
  key: string;
  /** Key of the document without its payer; it decides where a statement does not name the payer. */
  keyWithoutInn: string;
  /** Own account that it came to. */
  account: string;
  document: BankFileDocument & { creditedOn: string };
}

/**
 * - `credited`: in its company's unallocated funds;
 * - `review`: a user has to decide whose money it is, then it is `assigned`;
 * - `refund`: its purpose names a refund, so it is no top-up until a user decides so;
 * - `duplicate`: a user has decided that it is in the books in another row;
 * - `network`: a user has decided that a network gives it back.
 */
export type { PaymentState };

/** A payment in our books. Days are `YYYY-MM-DD`. */
export interface Payment {
  id: number;
  key: string;
  state: PaymentState;
  number: string;
  datedOn: string;
  creditedOn: string;
  sum: Kopecks;
  payer: { name: string; inn: string; account: string };
  purpose: string;
  /** Why it was decided like this: a Russian sentence for the programme's staff. */
  note: string;
  /** True while the payment waits because its bank does not confirm it. */
  unconfirmed: boolean;
  /** The file that brought it first. Null means that it came by СБП. */
  file: { name: string; loadedAt: Date } | null;
  /** Moment when it became known to us. */
  cameAt: Date;
  company: { id: number; title: string } | null;
  /** The only invoice that the payment is for, with its whole sum. */
  invoice: { id: number; serial: number } | null;
  /** Part of each invoice that it pays, where it is divided. */
  parts: readonly PaidPart[];
  suggestion: { companyId: number; company: string; invoiceId: number | null } | null;
  /** Network that gives it back; while it waits, the one whose INN the payer has. */
  network: { id: number; title: string } | null;
  /** The member of staff who has taken it. */
  owner: { id: number; firstname: string | null; lastname: string | null; takenAt: Date } | null;
  /** How often and when last it was taken back from the company that it was credited to. */
  corrections: number;
  lastCorrection: {
    company: { id: number; title: string };
    invoice: { id: number; serial: number } | null;
    parts: readonly PaidPart[];
    reason: string;
    at: Date;
  } | null;
}

/** A part of a payment that is to pay an invoice. */
export interface InvoiceShare {
  invoiceId: number;
  sum: Kopecks;
}

/** A part of a payment that pays an invoice. */
export type PaidPart = InvoiceShare & { serial: number };

/** Together with those that it resembles, in either direction: one of two is to be credited. */
export type ComparedPayment = Payment & { lookAlikes: readonly Payment[] };

/** Returns what a payment pays of invoices, whether it is divided or not. */
export function listPaidParts({
  invoice,
  parts,
  sum,
}: Pick<Payment, 'invoice' | 'parts' | 'sum'>): PaidPart[] {
  return invoice ? [{ invoiceId: invoice.id, serial: invoice.serial, sum }] : [...parts];
}

/** A payment that waits for a person: also one that only the words of its purpose made a refund. */
export function isWaiting({ state }: Pick<Payment, 'state'>): boolean {
  return state === 'review' || state === 'refund';
}

/** A payment that was set aside can still be assigned, because it may turn out to be one of its own. */
export function isAssignable({ state }: Pick<Payment, 'state'>): boolean {
  return isWaiting({ state }) || state === 'duplicate';
}

/** A payment that is on a company's account: the only kind that can be taken back. */
export type CreditedPayment = Payment & { company: NonNullable<Payment['company']> };

export function isCredited({ state }: Pick<Payment, 'state'>): boolean {
  return state === 'credited' || state === 'assigned';
}

/**
 * The incoming money of a statement: executed documents to one of our accounts from an account that is not ours. A
 * document that is in the file twice is here twice, under one key.
 */
export function incomingPayments(
  documents: readonly BankFileDocument[],
  ownAccounts: readonly string[],
): IncomingPayment[] {
  return documents.flatMap((input) => {
    const document = replaceUnreadable(input);
    const { creditedOn } = document;
    const account = ownAccounts.find((own) => isIncoming(own, document));
    if (!account || creditedOn === null || ownAccounts.some((own) => hasAccount(document.payer, own)))
      return [];
    const key = bankFileDocumentKey(account, document);
    const bare = keyWithoutInn(account, document);
    return [{ key, keyWithoutInn: bare, account, document: { ...document, creditedOn } }];
  });
}

/** Returns each document of a file once. Of documents that differ only by a missing INN of the payer, the one with the INN is returned. */
export function distinctPayments(incoming: readonly IncomingPayment[]): IncomingPayment[] {
  const distinct = [
    ...new Map(incoming.map((incomingPayment) => [incomingPayment.key, incomingPayment])).values(),
  ];
  const named = new Set(
    distinct.flatMap((incomingPayment) => (isNamed(incomingPayment) ? [incomingPayment.keyWithoutInn] : [])),
  );
  return distinct.filter(
    (incomingPayment) => isNamed(incomingPayment) || !named.has(incomingPayment.keyWithoutInn),
  );
}

function isNamed({ document }: IncomingPayment): boolean {
  return document.payer.inn !== null;
}

/**
 * Counts payments that the bank received before a moment and that wait for a person, including those whose purpose
 * mentions a refund. A day in the future counts as the day on which the payment became known.
 */
export async function countPaymentsInReview(db: Db, before: Date): Promise<number> {
  const { count } = await getOnlyRow(
    db,
    sql<{ count: number }>`
      select count(*)::int as count from bank_payment
      where state in ('review', 'refund')
        and least(credited_on::timestamp at time zone 'Europe/Moscow', created_at) < ${before}`,
  );
  return count;
}

/**
 * Outcome of comparing the bank's own turnover with the documents that we know:
 * - `as-many`: they add up to it, so each of them is a payment;
 * - `fewer`: they come to more than it, so one of them is in the books twice;
 * - `unknown`: no statement shows it, or documents are missing.
 */
export type BankCount = 'as-many' | 'fewer' | 'unknown';

export type PossibleDuplicate = DuplicateKey & { id: number };

/** Payment that the bank may have reported twice: by СБП, and in a file. */
export interface DuplicateKey {
  sumKopecks: number;
  /** Empty if the INN was not reported. */
  inn: string;
  /** Day on which the money arrived, `YYYY-MM-DD`. */
  day: string;
  /** The document’s number, for a payment by СБП the bank’s own name of the movement. */
  number: string;
  purpose: string;
  /** Order of a payment by СБП, else null. */
  orderId: number | null;
}

/** A payment that another one resembles: in the books, or an earlier one of the same part by its key. */
export type LookAlike = { id: number } | { key: string };
