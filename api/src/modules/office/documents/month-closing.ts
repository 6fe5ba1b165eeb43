import type { DocumentKind } from '#contract/documents.ts';
import { OPERATION_TYPE, type PartnerId } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import { kopecks } from '#contract/kopecks.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { vatIncluded } from '../../../lib/vat.ts';
import { chargedFor, type TariffSums } from '../../programme/tariffs/tariff.ts';

/** What a month's set consists of. A paper is signed or, where the law has a signature of its own for it, only received. */
export const PAPER_KIND = {
  register: { title: 'Реестр операций', confirms: 'signature' },
  upd: { title: 'УПД', confirms: 'receipt' },
  cards: { title: 'Акт приёма-передачи карт', confirms: 'signature' },
  reconciliation: { title: 'Акт сверки', confirms: 'signature' },
} as const satisfies Record<DocumentKind, { title: string; confirms: 'signature' | 'receipt' }>;
export type PaperKind = DocumentKind;

/** A purchase or refund in the papers of a month. */
export interface ClosingSale {
  id: number;
  typeId: number;
  /** As its network has it, else the id. */
  number: string;
  partnerId: PartnerId;
  cardNumber: string;
  /** The truck, as the card's comment names it, and who was attached to the card when the papers were made. */
  comment: string;
  drivers: string;
  goodsTitle: string;
  centilitres: number;
  unitPrice: Kopecks;
  /** At the station. */
  sum: Kopecks;
  /** What its tariff makes of that; null: no tariff is about it. */
  price: TariffSums | null;
  address: string;
  soldAt: Date;
  /** The moment whose VAT rate counts: for a refund, that of its purchase (decision 22). */
  taxedAt: Date;
  /** What the ledger moved to the network and to the programme for it: negative for a refund. */
  booked: Kopecks;
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

/** All data for the papers of a company and month. */
export interface MonthFigures {
  /** `YYYY-MM` */
  month: string;
  sales: readonly ClosingSale[];
  payments: readonly ClosingPayment[];
  cards: readonly { id: number; partnerId: PartnerId; number: string; issuedAt: Date }[];
  /** The operator's debt to the client before the month: positive is the client's advance. */
  opening: Kopecks;
  closing: Kopecks;
}

/** What a paper comes to, as it is printed on it. */
export interface PaperTotal {
  sum: Kopecks;
  /** Null where the paper has no VAT of its own. */
  vat: Kopecks | null;
}

export interface GoodsLine {
  title: string;
  /** The programme's fee, which has no litres. */
  isService: boolean;
  isRefund: boolean;
  ratePercent: number;
  /** Negative where it is a refund, as the sums. */
  centilitres: number;
  gross: Kopecks;
  vat: Kopecks;
  net: Kopecks;
}

/** What the client is charged: purchases count as positive, refunds as negative (docs/facts.md 4). */
export function signedSum(sale: ClosingSale): Kopecks {
  return signed(sale, sale.price ? chargedFor(sale.sum, sale.price) : sale.sum);
}

/** A sum of a sale with the sign of what it is. */
export function signed(sale: ClosingSale, sum: number): Kopecks {
  return kopecks(sale.typeId === OPERATION_TYPE.refund ? 0 - sum : sum);
}

export const SERVICE_FEE = 'Сервисный сбор';

export function signedCentilitres(sale: ClosingSale): number {
  return sale.typeId === OPERATION_TYPE.refund ? -sale.centilitres : sale.centilitres;
}

export function totalOf(sales: readonly ClosingSale[]): { sum: Kopecks; centilitres: number } {
  return {
    sum: kopecks(sales.reduce((total, sale) => total + signedSum(sale), 0)),
    centilitres: sales.reduce((total, sale) => total + signedCentilitres(sale), 0),
  };
}

/**
 * Sales grouped by goods, VAT rate and direction: a refund is a line of its own. VAT is rounded once per line, and sums
 * are the processed ones: litres times price would round differently (docs/facts.md 4). Discounts and surcharges are in
 * the price of the goods; the service fee has lines of its own after them.
 */
export function goodsLines(sales: readonly ClosingSale[]): GoodsLine[] {
  const parts = sales.flatMap((sale): LinePart[] => {
    const fee = sale.price?.fee ?? 0;
    const goods = { sale, isService: false, sum: kopecks(signedSum(sale) - signed(sale, fee)) };
    return fee === 0 ? [goods] : [goods, { sale, isService: true, sum: signed(sale, fee) }];
  });
  const groups = Map.groupBy(parts, ({ sale, isService }) => {
    const { ratePercent } = vatIncluded(0, moscowDay(sale.taxedAt));
    const title = isService ? SERVICE_FEE : sale.goodsTitle;
    return JSON.stringify([sale.typeId === OPERATION_TYPE.refund, title, ratePercent, isService]);
  });
  return [...groups.entries()]
    .map(([key, group]) => lineOf(JSON.parse(key) as [boolean, string, number, boolean], group))
    .sort(
      (one, other) =>
        Number(one.isRefund) - Number(other.isRefund) ||
        Number(one.isService) - Number(other.isService) ||
        one.title.localeCompare(other.title, 'ru') ||
        other.ratePercent - one.ratePercent,
    );
}

/** The goods of a sale, or the fee for it. */
interface LinePart {
  sale: ClosingSale;
  isService: boolean;
  sum: Kopecks;
}

/** The last line of a УПД. */
export function totalOfLines(lines: readonly GoodsLine[]): { net: Kopecks; vat: Kopecks; gross: Kopecks } {
  const sumOf = (part: 'net' | 'vat' | 'gross'): Kopecks =>
    kopecks(lines.reduce((sum, line) => sum + line[part], 0));
  return { net: sumOf('net'), vat: sumOf('vat'), gross: sumOf('gross') };
}

function lineOf(
  [isRefund, title, ratePercent, isService]: [boolean, string, number, boolean],
  group: readonly LinePart[],
): GoodsLine {
  const gross = kopecks(group.reduce((sum, one) => sum + one.sum, 0));
  const centilitres = isService ? 0 : totalOf(group.map(({ sale }) => sale)).centilitres;
  const day = moscowDay((group[0] as LinePart).sale.taxedAt);
  const vat = kopecks(Math.sign(gross) * vatIncluded(Math.abs(gross), day).vatKopecks);
  return { title, isService, isRefund, ratePercent, centilitres, gross, vat, net: kopecks(gross - vat) };
}

/** Sales of earlier months that stand in no papers of theirs. */
export function lateSales(sales: readonly ClosingSale[], month: string): ClosingSale[] {
  return sales.filter((sale) => sale.soldAt < startOfMonth(month));
}

/** Sales whose sum differs from what the ledger moved: no paper may be made of them. */
export function unequalSales(sales: readonly ClosingSale[]): ClosingSale[] {
  return sales.filter((sale) => signedSum(sale) !== sale.booked);
}

/** Networks that have sold or issued something in the month, in their order. */
export function partnersOf({ sales, cards }: MonthFigures): PartnerId[] {
  return [...new Set([...sales, ...cards].map((one) => one.partnerId))].sort((one, other) => one - other);
}

/** The first moment after a month `YYYY-MM` in Moscow. */
export function endOfMonth(month: string): Date {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
  return startOfMonth(next);
}

export function startOfMonth(month: string): Date {
  return new Date(`${month}-01T00:00:00+03:00`);
}

/** The date of the papers: the last day of the month, or the day up to which an unfinished month was counted. */
export function paperDay(until: Date): string {
  return moscowDay(new Date(until.getTime() - 1));
}
