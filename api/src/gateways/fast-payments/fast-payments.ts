import type { Kopecks } from '#contract/kopecks.ts';

/** Payments by СБП from one company’s account to the operator’s, through the operator’s own bank. */
export interface FastPayments {
  /** `embedded` or `http`, as `FAST_PAYMENTS` names it. */
  readonly provider: string;
  /** Asks the bank for a payment. The same `orderId` again is the same order. Throws FastPaymentsUnavailable. */
  orderPayment(args: LinkRequest): Promise<BankOrder>;
  /** Returns the outcome of a payment. Throws FastPaymentsUnavailable. */
  readPayment(bankOrder: string): Promise<FastPaymentOutcome>;
}

export interface LinkRequest {
  /** Ours, and the same for every attempt. */
  orderId: number;
  sum: Kopecks;
  purpose: string;
  /** The company that is to pay. Banks that can’t limit the payer ignore it. */
  payerInn: string;
  expiresAt: Date;
}

export interface BankOrder {
  /** The bank’s own name of the order. */
  bankOrder: string;
  /** Opens the payer’s bank; the QR code has the same text. */
  link: string;
}

export type FastPaymentOutcome =
  | { state: 'waiting' | 'expired' | 'refused' }
  | {
      state: 'paid';
      /** The bank’s own name of the movement: one for each payment. */
      operation: string;
      sum: Kopecks;
      at: Date;
      /** Null where the bank doesn't report the payer. */
      payer: { inn: string; name: string } | null;
    };

/** The bank was silent or its answer made no sense, so the outcome is unknown. */
export class FastPaymentsUnavailable extends Error {
  override readonly name = 'FastPaymentsUnavailable';
}
