import { GOODS_UNIT } from '#contract/fuel/goods-unit.ts';
import { kopecks } from '#contract/kopecks.ts';
import { lawOn } from '#contract/values/law-by-date.ts';
import { formatDateShort } from '../../../lib/money-format.ts';
import {
  formatDocumentNumber,
  listUpdLines,
  type CoveringPayment,
  type FrozenMonth,
  type FrozenNetwork,
  type NamedAdvance,
} from './closing/frozen-figures.ts';
import { totalOfLines, type GoodsLine } from './closing/month-closing.ts';

/** The unit of what is counted by the piece of work. */
const WORK_UNIT = { code: '876', title: 'усл. ед' } as const;

/** A line of a УПД, as printed in its PDF and its XML. */
export interface UpdLine extends GoodsLine {
  unit: { code: string; title: string };
  /** Hundredths of the unit. */
  quantity: number;
  /** Price without VAT, in millionths of a ruble, or null where it is zero. */
  price: bigint | null;
}

/** All data of a universal transfer document. Its PDF and its XML are made only from it. */
export interface UpdDocument {
  number: string;
  dateIso: string;
  /** First and last day of the period of supply, `YYYY-MM-DD`. */
  from: string;
  till: string;
  /** 1: invoice and transfer document; 2: transfer document, of a seller who pays no VAT. */
  status: 1 | 2;
  network: string;
  seller: FrozenMonth['seller'];
  buyer: FrozenMonth['buyer'];
  /** Line 5 of the form. */
  advance: readonly CoveringPayment[];
  /** Line 5б. None before the law asks for it, and none without VAT, because the УПД is no invoice then. */
  advanceInvoices: readonly NamedAdvance[];
  lines: readonly UpdLine[];
  total: ReturnType<typeof totalOfLines>;
}

export function toUpdDocument(figures: FrozenMonth, network: FrozenNetwork): UpdDocument {
  const { month, dateIso, seller, buyer } = figures;
  const goods = mergeGoods(listUpdLines(network));
  const status = goods.length > 0 && goods.every(({ ratePercent }) => ratePercent === null) ? 2 : 1;
  const namesAdvances = status === 1 && lawOn('invoiceNamesAdvances', dateIso);
  return {
    number: formatDocumentNumber(figures, 'upd', network.partnerId),
    dateIso,
    from: `${month}-01`,
    till: dateIso,
    status,
    network: network.title,
    seller,
    buyer,
    advance: network.advance ?? [],
    advanceInvoices: namesAdvances ? (network.advanceInvoices ?? []) : [],
    lines: goods.map(updLine),
    total: totalOfLines(goods),
  };
}

/** «№ А-000012 от 18.09.2026»: an invoice as line 5б names it. */
export function formatNamedInvoice({ number, dateIso }: { number: string; dateIso: string }): string {
  return `№\u00a0${number} от\u00a0${formatDateShort(dateIso)}`;
}

/** Merges refunds into their goods: figures of earlier months have refunds as lines of their own, which are subtracted with their VAT. */
function mergeGoods(goods: readonly GoodsLine[]): GoodsLine[] {
  const lines = new Map<string, GoodsLine>();
  for (const line of goods) {
    const key = JSON.stringify([line.title, line.ratePercent, line.isService]);
    const before = lines.get(key);
    lines.set(key, before ? added(before, line) : line);
  }
  return [...lines.values()].filter(({ gross, centilitres }) => gross !== 0 || centilitres !== 0);
}

function added(a: GoodsLine, b: GoodsLine): GoodsLine {
  const gross = kopecks(a.gross + b.gross);
  return {
    ...a,
    isRefund: gross < 0,
    centilitres: a.centilitres + b.centilitres,
    gross,
    vat: kopecks(a.vat + b.vat),
    net: kopecks(a.net + b.net),
  };
}

/** The line with its unit, quantity and price. */
export function updLine(line: GoodsLine): UpdLine {
  const isWork = line.isService && line.goodsUnit === undefined;
  const quantity = isWork ? Math.sign(line.gross) * 100 : line.centilitres;
  return {
    ...line,
    unit: isWork ? WORK_UNIT : getUnit(line),
    quantity,
    price: quantity === 0 ? null : computePrice(line.net, quantity),
  };
}

function getUnit({ goodsUnit = 'litres' }: GoodsLine): UpdLine['unit'] {
  const { code, short } = GOODS_UNIT[goodsUnit];
  return { code, title: short };
}

/** Half a millionth rounds up. A price of two decimals would not lead back to the sum of a thousand litres. */
function computePrice(net: number, quantity: number): bigint | null {
  const millionths = 1_000_000n * BigInt(Math.abs(net));
  const of = BigInt(Math.abs(quantity));
  return (2n * millionths + of) / (2n * of) || null;
}

/** Millionths of a ruble with two to six decimals: `48.934426`, `55.00`. */
export function decimalPrice(price: bigint): string {
  const digits = String(price).padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6).replace(/0{1,4}$/, '')}`;
}
