import { fieldRefusal } from '../../../../errors.ts';
import { getNextMonth, startOfDay } from '../../../../lib/days.ts';
import type { DocumentKind } from '#contract/papers/documents.ts';
import { OPERATION_TYPE, type PartnerId } from '#contract/ids.ts';
import type { GoodsUnit } from '#contract/fuel/goods-unit.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import { kopecks } from '#contract/kopecks.ts';
import { moscowDay } from '../../../../lib/money-format.ts';
import { computeChargedSum, type TariffSums } from '../../../programme/tariffs/tariff.ts';

/**
 * Documents of a month's set, and the invoices for advances beside it. A document is signed or, where the law has a separate signature for it, only received.
 */
export const CLOSING_DOCUMENT = {
  register: { title: 'Реестр операций', confirms: 'signature' },
  upd: { title: 'УПД', confirms: 'receipt' },
  cards: { title: 'Акт приёма-передачи карт', confirms: 'signature' },
  reconciliation: { title: 'Акт сверки', confirms: 'signature' },
  'advance-invoice': { title: 'Счёт-фактура на аванс', confirms: 'receipt' },
} as const satisfies Record<DocumentKind, { title: string; confirms: 'signature' | 'receipt' }>;
export type ClosingDocumentKind = DocumentKind;

/** A purchase or refund in the documents of a month. */
export interface ClosingSale {
  id: number;
  typeId: number;
  /** The network's number, or the id. */
  number: string;
  partnerId: PartnerId;
  cardNumber: string;
  comment: string;
  /** The drivers attached to the card at that time, and its truck. Figures of earlier months have no truck. */
  drivers: string;
  vehicle: string;
  /** The cost centre and the trip as they were when the month was closed; empty: none. Figures of earlier months have neither. */
  costCentre: string;
  tripNumber: string;
  goodsTitle: string;
  /** Hundredths of its unit. Figures of earlier months count everything in litres. */
  quantity: number;
  unit: GoodsUnit;
  unitPrice: Kopecks;
  /** Sum at the station. */
  sum: Kopecks;
  /** Sums after the tariff, or null if no tariff applies. */
  price: TariffSums | null;
  address: string;
  soldAt: Date;
  /** The moment whose VAT rate counts: for a refund, that of its purchase (decision 22). */
  taxedAt: Date;
}

export interface ClosingPayment {
  at: Date;
  /** «п/п № 42 от 15.09.2026»; empty without a payment order. */
  basis: string;
  /** Negative for a payment credited by mistake and taken back, and for an advance that was paid back. */
  sum: Kopecks;
  /** An advance that was paid back, or, positive, one that was booked so by mistake. */
  isReturn: boolean;
}

/** A correction of the balance that was booked in the month. */
export interface ClosingCorrection {
  at: Date;
  /** «УКД № 202610-1-4-К1 от 28 ноября 2026 г.», «Компенсация: простой карт». */
  title: string;
  /** Number of the УКД, or null if it is none. */
  ukdNumber: string | null;
  /** Negative for what the client owes. */
  sum: Kopecks;
}

/** A card that a month's act hands over. */
export interface ClosingCard {
  id: number;
  partnerId: PartnerId;
  number: string;
  issuedAt: Date;
}

/** Total of a document, as printed on it. */
export interface DocumentTotal {
  sum: Kopecks;
  /** Null if the document has no VAT of its own. */
  vat: Kopecks | null;
}

export interface GoodsLine {
  title: string;
  /** The programme's fee, which has no litres. */
  isService: boolean;
  /** More was taken back than sold. */
  isRefund: boolean;
  /** VAT rate, or null if the seller pays no VAT. */
  ratePercent: number | null;
  /** Hundredths of the unit. Negative where it is a refund, as the sums. Stored figures have it under this name. */
  centilitres: number;
  /** Litres, if it is left out. */
  goodsUnit?: GoodsUnit;
  gross: Kopecks;
  vat: Kopecks;
  net: Kopecks;
}

/** Returns the amount charged to the client. Purchases are positive, refunds negative (docs/facts.md 4). */
export function signedSum(sale: ClosingSale): Kopecks {
  return signed(sale, sale.price ? computeChargedSum(sale.sum, sale.price) : sale.sum);
}

/** Returns a sum with the sign of its sale: negative for a refund. */
export function signed(sale: ClosingSale, sum: number): Kopecks {
  return kopecks(sale.typeId === OPERATION_TYPE.refund ? 0 - sum : sum);
}

export function signedQuantity(sale: ClosingSale): number {
  return sale.typeId === OPERATION_TYPE.refund ? -sale.quantity : sale.quantity;
}

/** Hundredths of a litre that a sum of litres counts; 0 for goods in pieces. */
export function signedCentilitres(sale: ClosingSale): number {
  return sale.unit === 'litres' ? signedQuantity(sale) : 0;
}

/** The last line of a УПД. */
export function totalOfLines(lines: readonly GoodsLine[]): { net: Kopecks; vat: Kopecks; gross: Kopecks } {
  const sumPart = (part: 'net' | 'vat' | 'gross'): Kopecks =>
    kopecks(lines.reduce((sum, line) => sum + line[part], 0));
  return { net: sumPart('net'), vat: sumPart('vat'), gross: sumPart('gross') };
}

/** The first moment after a month `YYYY-MM` in Moscow. */
export function endOfMonth(month: string): Date {
  return startOfMonth(getNextMonth(month));
}

export function startOfMonth(month: string): Date {
  return startOfDay(`${month}-01`);
}

/** Refuses on `date` a month that has not started. */
export function assertStarted(month: string, now: Date): void {
  if (startOfMonth(month) >= now) throw fieldRefusal('date', 'Этот месяц ещё не начался');
}

/**
 * Returns the date of the documents: the last day of the month, or the day up to which an unfinished month was counted.
 */
export function getDocumentDate(until: Date): string {
  return moscowDay(new Date(until.getTime() - 1));
}
