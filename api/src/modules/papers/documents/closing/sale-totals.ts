import type { Kopecks } from '#contract/kopecks.ts';
import { kopecks } from '#contract/kopecks.ts';
import { moscowDay } from '../../../../lib/money-format.ts';
import { vatAt } from '#contract/values/included-vat.ts';
import { vatRateOn } from '../../../../lib/vat.ts';
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

/** Refunds of the purchases of one closed month in one line. Sums and hundredths are below zero. */
export interface ReturnedGoods extends Pick<
  GoodsLine,
  'title' | 'isService' | 'ratePercent' | 'centilitres' | 'gross'
> {
  month: string;
}

interface Counting {
  /** `boughtIn`: of a refund, the closed month in whose documents its purchase stands. */
  add(sale: ClosingSale, boughtIn?: string | null): void;
  /** Refunds of closed months in lines that would be below zero: the State's form has no place for such a line. */
  returned(): ReturnedGoods[];
  /** `corrected`: refunds that correct the УПД of their months, and are in no line of this one. */
  result(corrected?: readonly ReturnedGoods[]): CountedSales;
}

/** Counts the sales of a network and month, which come by card. */
export function countSales(month: string): Counting {
  const totals = noSales();
  const late = { lines: 0, sum: kopecks(0) };
  const goods = new Map<string, GoodsLine>();
  const returned = new Map<string, ReturnedGoods>();
  const start = startOfMonth(month);
  let cards = 0;
  let lastCard = '';
  let isPriced = false;
  return {
    add(sale, boughtIn = null) {
      addSale(totals, sale);
      for (const part of listParts(sale)) {
        addToGoods(goods, part, sale);
        if (boughtIn !== null) addToReturned(returned, part, boughtIn);
      }
      isPriced ||= sale.price !== null;
      if (sale.cardNumber !== lastCard) cards += 1;
      lastCard = sale.cardNumber;
      if (sale.soldAt >= start) return;
      late.lines += 1;
      late.sum = kopecks(late.sum + signedSum(sale));
    },
    returned: () =>
      [...returned.values()].filter((part) => {
        const line = goods.get(lineKey(part));
        return line !== undefined && (line.gross < 0 || line.centilitres < 0);
      }),
    result: (corrected = []) => ({
      ...totals,
      cards,
      isPriced,
      late,
      goods: taxed([...takeOut(goods, corrected).values()]),
    }),
  };
}

/** Part of a sale that goes into one line. */
type LinePart = Pick<GoodsLine, 'title' | 'isService' | 'ratePercent' | 'centilitres' | 'gross'>;

function lineKey({
  title,
  ratePercent,
  isService,
}: Pick<LinePart, 'title' | 'ratePercent' | 'isService'>): string {
  return JSON.stringify([title, ratePercent, isService]);
}

/** Discounts and surcharges are in the price of the goods; the service fee has lines of its own. */
function listParts(sale: ClosingSale): LinePart[] {
  const ratePercent = vatRateOn(moscowDay(sale.taxedAt));
  const fee = signed(sale, sale.price?.fee ?? 0);
  return [
    {
      title: sale.goodsTitle,
      isService: false,
      ratePercent,
      centilitres: signedQuantity(sale),
      gross: kopecks(signedSum(sale) - fee),
    },
    ...(fee === 0 ? [] : [{ title: SERVICE_FEE, isService: true, ratePercent, centilitres: 0, gross: fee }]),
  ];
}

/** Sales are grouped by goods and VAT rate; refunds are subtracted, because the State's form allows no negative line. */
function addToGoods(groups: Map<string, GoodsLine>, part: LinePart, { unit }: ClosingSale): void {
  const { title, isService, ratePercent } = part;
  const none = kopecks(0);
  const line = groups.get(lineKey(part)) ?? {
    title,
    isService,
    isRefund: false,
    ratePercent,
    centilitres: 0,
    ...(!isService && unit === 'pieces' && { goodsUnit: unit }),
    gross: none,
    vat: none,
    net: none,
  };
  line.centilitres += part.centilitres;
  line.gross = kopecks(line.gross + part.gross);
  groups.set(lineKey(part), line);
}

function addToReturned(groups: Map<string, ReturnedGoods>, part: LinePart, month: string): void {
  const key = `${month} ${lineKey(part)}`;
  const before = groups.get(key) ?? { ...part, month, centilitres: 0, gross: kopecks(0) };
  groups.set(key, {
    ...before,
    centilitres: before.centilitres + part.centilitres,
    gross: kopecks(before.gross + part.gross),
  });
}

function takeOut(
  goods: ReadonlyMap<string, GoodsLine>,
  corrected: readonly ReturnedGoods[],
): Map<string, GoodsLine> {
  const left = new Map(goods);
  for (const part of corrected) {
    const line = left.get(lineKey(part));
    if (!line) continue;
    left.set(lineKey(part), {
      ...line,
      centilitres: line.centilitres - part.centilitres,
      gross: kopecks(line.gross - part.gross),
    });
  }
  return left;
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
