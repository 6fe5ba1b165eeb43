import type { LineDifference } from '#contract/fuel/network-invoice-lines.ts';
import { getStationZone } from '#contract/station-time.ts';
import { goodsOfTitle, OTHER_GOODS } from '../../../gateways/fuel-network/goods-of-title.ts';

/** A line of a report, as far as it is compared. */
export interface ComparedLine {
  id: number;
  clock: string;
  isRefund: boolean;
  goodsTitle: string;
  quantity: number;
  unitPrice: number | null;
  /** At the station. */
  sum: number;
}

/** A sale of ours, as far as it is compared. */
export interface ComparedSale {
  operationId: number;
  soldAt: Date;
  isRefund: boolean;
  goodsTitle: string;
  quantity: number | null;
  unitPrice: number | null;
  sum: number;
  address: string;
}

interface Match<Sale> {
  line: ComparedLine;
  sale: Sale;
  differences: LineDifference[];
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Clocks of terminals and of networks differ by minutes. */
const SAME_TIME_MS = 10 * MINUTE_MS;
/** A sale of the same litres and sum is the same one up to a day away. */
const NEAR_MS = DAY_MS;

/**
 * Pairs the lines of one card with its sales: the fewest differences first, then the nearest time. Each is paired once. A
 * pair has the same time and at least the same litres, sum or fuel; or the same litres and sum within a day.
 */
export function matchLines<Sale extends ComparedSale>(
  lines: readonly ComparedLine[],
  sales: readonly Sale[],
): { matches: Match<Sale>[]; theirs: ComparedLine[]; ours: Sale[] } {
  const clocked = sales.map((sale) => ({ sale, clocks: getClocks(sale) }));
  const candidates = lines
    .flatMap((line) => {
      const span = getSpan(line.clock);
      return clocked.flatMap(({ sale, clocks }) => findCandidate(line, sale, computeGap(span, clocks)) ?? []);
    })
    .sort((a, b) => a.differences.length - b.differences.length || a.gap - b.gap || a.line.id - b.line.id);
  const taken = new Set<ComparedLine | ComparedSale>();
  const matches: Match<Sale>[] = [];
  for (const { line, sale, differences } of candidates) {
    if (taken.has(line) || taken.has(sale)) continue;
    taken.add(line).add(sale);
    matches.push({ line, sale, differences });
  }
  return {
    matches,
    theirs: lines.filter((line) => !taken.has(line)),
    ours: sales.filter((sale) => !taken.has(sale)),
  };
}

function findCandidate<Sale extends ComparedSale>(
  line: ComparedLine,
  sale: Sale,
  gap: number,
): (Match<Sale> & { gap: number }) | null {
  if (gap > NEAR_MS || line.isRefund !== sale.isRefund) return null;
  const isSameTime = gap <= SAME_TIME_MS;
  const hasLitres = sale.quantity === null || Math.abs(line.quantity - sale.quantity) <= 1;
  const hasSum = line.sum === sale.sum;
  const hasGoods = isSameGoods(line.goodsTitle, sale.goodsTitle);
  const isPair = isSameTime ? hasLitres || hasSum || hasGoods : hasLitres && hasSum;
  if (!isPair) return null;
  const hasPrice =
    line.unitPrice === null || sale.unitPrice === null || Math.abs(line.unitPrice - sale.unitPrice) <= 1;
  const found: [LineDifference, boolean][] = [
    ['litres', hasLitres],
    ['sum', hasSum],
    ['price', hasPrice],
    ['goods', hasGoods],
    ['time', isSameTime],
  ];
  return { line, sale, gap, differences: found.flatMap(([kind, isEqual]) => (isEqual ? [] : [kind])) };
}

/** Networks name a fuel each in their own way; the report may not name it at all. */
function isSameGoods(theirs: string, ours: string): boolean {
  if (theirs === '' || ours === '') return true;
  const goods = goodsOfTitle(theirs);
  if (goods !== goodsOfTitle(ours)) return false;
  return goods !== OTHER_GOODS || plain(theirs) === plain(ours);
}

function plain(title: string): string {
  return title.toLowerCase().replace(/[^a-zа-яё0-9]/g, '');
}

type Span = readonly [start: number, end: number];

/** A line without a time may be of any moment of its day. */
function getSpan(clock: string): Span {
  const isDay = !clock.includes('T');
  const start = Date.parse(isDay ? `${clock}T00:00:00Z` : `${clock}Z`);
  return [start, isDay ? start + DAY_MS - 1 : start];
}

/** The distance to the nearer of a sale's clocks. */
function computeGap([start, end]: Span, clocks: readonly number[]): number {
  return Math.min(...clocks.map((clock) => Math.max(0, start - clock, clock - end)));
}

/** The clocks of Moscow and of the station: a report does not say which one it has. */
function getClocks({ soldAt, address }: ComparedSale): number[] {
  const zone = getStationZone(address);
  const moscow = readClock(soldAt, 'Europe/Moscow');
  return zone === null ? [moscow] : [moscow, readClock(soldAt, zone)];
}

const FORMATS = new Map<string, Intl.DateTimeFormat>();

function readClock(moment: Date, zone: string): number {
  const format =
    FORMATS.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  FORMATS.set(zone, format);
  return Date.parse(`${format.format(moment).replace(' ', 'T')}Z`);
}
