import type { Kopecks } from '#contract/kopecks.ts';
import type { ReceiptKind } from '#contract/money/fast-payments.ts';

/** A till that is rented online and makes receipts by 54-ФЗ. */
export interface ReceiptTill {
  /** `embedded` or `atol`, as `RECEIPTS` names it. */
  readonly provider: string;
  /**
   * Sends a receipt and returns the till's own name of it. The same `externalId` again is the same receipt. Throws TillUnavailable,
   * and ReceiptRefused where a repeat can't help.
   */
  sendReceipt(request: ReceiptRequest): Promise<string>;
  /** Returns the outcome of a receipt. Throws TillUnavailable. */
  readReceipt(tillId: string): Promise<ReceiptOutcome>;
}

export interface ReceiptRequest {
  /** Ours, and the same for every attempt until the till has refused it. */
  externalId: string;
  /** An advance is paid without cash; an offset ships goods for an advance that was paid before. */
  kind: ReceiptKind;
  sum: Kopecks;
  /** Rate on the day; null: without VAT. */
  vatPercent: number | null;
  at: Date;
  buyer: { name: string; inn: string; email: string | null; phone: string | null };
  seller: { inn: string; email: string };
}

export type ReceiptOutcome =
  | { state: 'waiting' }
  | { state: 'done'; link: string | null; fiscal: FiscalSign }
  | { state: 'failed'; reason: string };

/** Numbers of the fiscal storage and of the document, and its sign: a receipt is checked by them. */
export interface FiscalSign {
  storage: string;
  document: number;
  sign: number;
}

/** The till was silent or its answer made no sense, so the outcome is unknown. */
export class TillUnavailable extends Error {
  override readonly name = 'TillUnavailable';
}

/** The till has refused the receipt itself; the message is its reason. */
export class ReceiptRefused extends Error {
  override readonly name = 'ReceiptRefused';
}
