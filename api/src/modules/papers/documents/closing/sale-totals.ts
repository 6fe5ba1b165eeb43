import type { Kopecks } from '#contract/kopecks.ts';
import { kopecks } from '#contract/kopecks.ts';
import { moscowDay } from '../../../../lib/money-format.ts';
import { vatAt, vatRateOn } from '../../../../lib/vat.ts';
import {
  signed,
  signedCentilitres,
  signedQuantity,
  signedSum,
  startOfMonth,
  type ClosingSale,
  type GoodsLine,
} from './month-closing.ts';

const SERVICE_FEE = 'Сервисный сбор';

/** Totals of some sales, refunds negative. They are the last line of a card or of a register. */
export interface SaleTotals {
  lines: number;
  centilitres: number;
  /** Amount charged to the client. */
  sum: Kopecks;
  /** Sum at the station, the change by tariffs, and the service fee. */
  station: Kopecks;
  change: Kopecks;
  fee: Kopecks;
}

export function noSales(): SaleTotals {
  const none = kopecks(0);
  return { lines: 0, centilitres: 0, sum: none, station: none, change: none, fee: none };
}

/** Adds a sale to what is counted. */
export function addSale(to: SaleTotals, sale: ClosingSale): void {
  const { price } = sale;
  to.lines += 1;
  to.centilitres += signedCentilitres(sale);
  to.sum = kopecks(to.sum + signedSum(sale));
  to.station = kopecks(to.station + signed(sale, sale.sum));
  to.change = kopecks(to.change + signed(sale, price ? price.surcharge - price.discount : 0));
  to.fee = kopecks(to.fee + signed(sale, price?.fee ?? 0));
}

/** Sales of a network and month, counted one after the other. */
export interface CountedSales extends SaleTotals {
  cards: number;
  /** Whether some of the sales have a tariff. */
  isPriced: boolean;
  /** Sales of earlier months that are not in the documents of those months. */
  late: { lines: number; sum: Kopecks };
  goods: GoodsLine[];
}

interface Counting {
  add(sale: ClosingSale): void;
  result(): CountedSales;
}

/** Counts the sales of a network and month, which come by card. */
export function countSales(month: string): Counting {
  const totals = noSales();
  const late = { lines: 0, sum: kopecks(0) };
  const goods = new Map<string, GoodsLine>();
  const start = startOfMonth(month);
  let cards = 0;
  let lastCard = '';
  let isPriced = false;
  return {
    add(sale) {
      addSale(totals, sale);
      addToGoods(goods, sale);
      isPriced ||= sale.price !== null;
      if (sale.cardNumber !== lastCard) cards += 1;
      lastCard = sale.cardNumber;
      if (sale.soldAt >= start) return;
      late.lines += 1;
      late.sum = kopecks(late.sum + signedSum(sale));
    },
    result: () => ({ ...totals, cards, isPriced, late, goods: taxed([...goods.values()]) }),
  };
}

/**
 * Sales are grouped by goods and VAT rate; refunds are subtracted, because the State's form allows no negative line.
 * Discounts and surcharges are in the price of the goods; the service fee has lines of its own.
 */
function addToGoods(groups: Map<string, GoodsLine>, sale: ClosingSale): void {
  const ratePercent = vatRateOn(moscowDay(sale.taxedAt));
  const fee = signed(sale, sale.price?.fee ?? 0);
  const add = (title: string, isService: boolean, sum: number): void => {
    const key = JSON.stringify([title, ratePercent, isService]);
    const none = kopecks(0);
    const line = groups.get(key) ?? {
      title,
      isService,
      isRefund: false,
      ratePercent,
      centilitres: 0,
      ...(!isService && sale.unit === 'pieces' && { goodsUnit: sale.unit }),
      gross: none,
      vat: none,
      net: none,
    };
    if (!isService) line.centilitres += signedQuantity(sale);
    line.gross = kopecks(line.gross + sum);
    groups.set(key, line);
  };
  add(sale.goodsTitle, false, signedSum(sale) - fee);
  if (fee !== 0) add(SERVICE_FEE, true, fee);
}

/**
 * VAT is rounded once per line, and sums are the processed ones: litres times price would round differently
 * (docs/facts.md 4). What was taken back whole has no line.
 */
function taxed(lines: readonly GoodsLine[]): GoodsLine[] {
  return lines
    .filter(({ gross, centilitres }) => gross !== 0 || centilitres !== 0)
    .map((line) => {
      const vat = kopecks(Math.sign(line.gross) * vatAt(Math.abs(line.gross), line.ratePercent));
      return { ...line, isRefund: line.gross < 0, vat, net: kopecks(line.gross - vat) };
    })
    .sort(
      (a, b) =>
        Number(a.isRefund) - Number(b.isRefund) ||
        Number(a.isService) - Number(b.isService) ||
        a.title.localeCompare(b.title, 'ru') ||
        (b.ratePercent ?? 0) - (a.ratePercent ?? 0),
    );
}
