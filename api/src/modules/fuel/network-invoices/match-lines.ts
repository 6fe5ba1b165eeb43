import { setImmediate } from 'node:timers/promises';
import type { LineDifference } from '#contract/fuel/network-invoice-lines.ts';
import { getStationZone } from '#contract/station-time.ts';
import { goodsOfTitle, OTHER_GOODS } from '../../../gateways/fuel-network/goods-of-title.ts';
import { mapInTurns } from '../../../lib/turns/map-in-turns.ts';

/** A line of a report, as far as it is compared. */
export interface ComparedLine {
  id: number;
  clock: string;
  isRefund: boolean;
  goodsTitle: string;
  quantity: number;
  unitPrice: number | null;
  /** At the station, or discounted where the report has no other. */
  sum: number;
  /** The report has no second sum beside it. */
  hasOneSum: boolean;
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
  /** The sum by the purchase terms, which the programme pays; null where it is not known. */
  purchaseSum: number | null;
  address: string;
}

interface Match<Sale> {
  line: ComparedLine;
  sale: Sale;
  differences: LineDifference[];
  /** The sum of ours that stands beside the line's: of the station, or what the programme pays. */
  ourSum: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Clocks of terminals and of networks differ by minutes. */
const SAME_TIME_MS = 10 * MINUTE_MS;
/** A sale of the same litres and sum is the same one up to a day away. */
const NEAR_MS = DAY_MS;
/** Sales that a line is compared with by its time, and as many by its sum. A card buys far less often. */
const MAX_COMPARED = 50;
/** Lines that a sale is offered to. Without it 50 000 lines of one day would be so many candidates of each sale. */
const MAX_OFFERS = 50;
/** Comparisons before other work gets its turn. */
const BATCH_SIZE = 5000;
/** A network rounds its discount by the litre, we by the sum. */
const ROUNDING_KOPECKS = 1;

/**
 * Pairs the lines of one card with its sales: the fewest differences first, then the nearest time. Each is paired once. A
 * pair has the same time and at least the same litres, sum or fuel; or the same litres and sum within a day. A line is
 * compared only with sales that are near by time or equal by sum, and other work gets its turn meanwhile.
 */
export async function matchLines<Sale extends ComparedSale>(
  lines: readonly ComparedLine[],
  sales: readonly Sale[],
): Promise<{ matches: Match<Sale>[]; theirs: ComparedLine[]; ours: Sale[] }> {
  const index = new SaleIndex(await mapInTurns(sales, BATCH_SIZE, (part) => part.map(toClockedSale)));
  const offers = new Map<Sale, Candidate<Sale>[]>();
  let compared = 0;
  for (const line of lines) {
    const goods = readGoods(line.goodsTitle);
    const span = getSpan(line.clock);
    compared += 1;
    if (compared % BATCH_SIZE === 0) await setImmediate();
    for (const clocked of index.findNear(line, span)) {
      compared += 1;
      if (compared % BATCH_SIZE === 0) await setImmediate();
      const candidate = findCandidate({ line, goods }, clocked, computeGap(span, clocked.clocks));
      if (candidate) addOffer(offers, candidate);
    }
  }
  const candidates = [...offers.values()].flat().sort(compareCandidates);
  const taken = new Set<ComparedLine | ComparedSale>();
  const matches: Match<Sale>[] = [];
  for (const { line, sale, differences, ourSum } of candidates) {
    if (taken.has(line) || taken.has(sale)) continue;
    taken.add(line).add(sale);
    matches.push({ line, sale, differences, ourSum });
  }
  return {
    matches,
    theirs: lines.filter((line) => !taken.has(line)),
    ours: sales.filter((sale) => !taken.has(sale)),
  };
}

type Candidate<Sale> = Match<Sale> & { gap: number };

/** Keeps the best lines of a sale, and sorts only when there are twice as many. */
function addOffer<Sale>(offers: Map<Sale, Candidate<Sale>[]>, candidate: Candidate<Sale>): void {
  const known = offers.get(candidate.sale);
  if (!known) offers.set(candidate.sale, [candidate]);
  else if (known.push(candidate) === 2 * MAX_OFFERS) known.sort(compareCandidates).splice(MAX_OFFERS);
}

function compareCandidates(a: Candidate<unknown>, b: Candidate<unknown>): number {
  return a.differences.length - b.differences.length || a.gap - b.gap || a.line.id - b.line.id;
}

interface ClockedSale<Sale> {
  sale: Sale;
  clocks: readonly number[];
  goods: Goods;
}

function toClockedSale<Sale extends ComparedSale>(sale: Sale): ClockedSale<Sale> {
  return { sale, clocks: getClocks(sale), goods: readGoods(sale.goodsTitle) };
}

interface Entry<Sale> {
  clock: number;
  clocked: ClockedSale<Sale>;
}

/** Finds sales of a card by their clocks, and by what they cost at the station or the programme. */
class SaleIndex<Sale extends ComparedSale> {
  readonly #byClock: readonly Entry<Sale>[];
  readonly #bySum = new Map<number, Entry<Sale>[]>();

  constructor(sales: readonly ClockedSale<Sale>[]) {
    const entries = sales.flatMap((clocked) => clocked.clocks.map((clock) => ({ clock, clocked })));
    this.#byClock = entries.sort((a, b) => a.clock - b.clock);
    for (const entry of this.#byClock) {
      const { sum, purchaseSum } = entry.clocked.sale;
      for (const key of new Set([sum, purchaseSum ?? sum])) {
        const known = this.#bySum.get(key);
        if (known) known.push(entry);
        else this.#bySum.set(key, [entry]);
      }
    }
  }

  /** Returns each sale that may be the line's, once. */
  findNear(line: ComparedLine, [start, end]: Span): Set<ClockedSale<Sale>> {
    const found = new Set<ClockedSale<Sale>>();
    takeWithin(this.#byClock, [start - SAME_TIME_MS, end + SAME_TIME_MS], found);
    for (let sum = line.sum - ROUNDING_KOPECKS; sum <= line.sum + ROUNDING_KOPECKS; sum += 1)
      takeWithin(this.#bySum.get(sum) ?? [], [start - NEAR_MS, end + NEAR_MS], found);
    return found;
  }
}

/** Adds those within a span, the ones around its middle first where there are too many. */
function takeWithin<Sale>(
  entries: readonly Entry<Sale>[],
  [start, end]: Span,
  found: Set<ClockedSale<Sale>>,
): void {
  const from = findPlace(entries, start);
  const to = findPlace(entries, end + 1);
  const surplus = Math.max(0, to - from - MAX_COMPARED);
  const first = from + Math.floor(surplus / 2);
  for (const { clocked } of entries.slice(first, to - (surplus - (first - from)))) found.add(clocked);
}

/** The first place whose clock is not before a moment. */
function findPlace(entries: readonly { clock: number }[], moment: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.clock ?? 0) < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

function findCandidate<Sale extends ComparedSale>(
  { line, goods }: { line: ComparedLine; goods: Goods },
  { sale, goods: ourGoods }: ClockedSale<Sale>,
  gap: number,
): Candidate<Sale> | null {
  if (gap > NEAR_MS || line.isRefund !== sale.isRefund) return null;
  const isSameTime = gap <= SAME_TIME_MS;
  const hasLitres = sale.quantity === null || Math.abs(line.quantity - sale.quantity) <= 1;
  const isPurchaseSum = line.sum !== sale.sum && isOurPurchase(line, sale);
  const hasSum = line.sum === sale.sum || isPurchaseSum;
  const hasGoods = isSameGoods(goods, ourGoods);
  const isPair = isSameTime ? hasLitres || hasSum || hasGoods : hasLitres && hasSum;
  if (!isPair) return null;
  const hasPrice =
    isPurchaseSum ||
    line.unitPrice === null ||
    sale.unitPrice === null ||
    Math.abs(line.unitPrice - sale.unitPrice) <= 1;
  const found: [LineDifference, boolean][] = [
    ['litres', hasLitres],
    ['sum', hasSum],
    ['price', hasPrice],
    ['goods', hasGoods],
    ['time', isSameTime],
  ];
  return {
    line,
    sale,
    gap,
    differences: found.flatMap(([kind, isEqual]) => (isEqual ? [] : [kind])),
    ourSum: isPurchaseSum ? line.sum : sale.sum,
  };
}

/** A report may have nothing but discounted sums; its prices are discounted then, too. */
function isOurPurchase(line: ComparedLine, { purchaseSum }: ComparedSale): boolean {
  return line.hasOneSum && purchaseSum !== null && Math.abs(line.sum - purchaseSum) <= ROUNDING_KOPECKS;
}

interface Goods {
  title: string;
  goods: number;
}

function readGoods(title: string): Goods {
  return { title: plain(title), goods: goodsOfTitle(title) };
}

/** Networks name a fuel each in their own way; the report may not name it at all. */
function isSameGoods(theirs: Goods, ours: Goods): boolean {
  if (theirs.title === '' || ours.title === '') return true;
  return theirs.goods === ours.goods && (theirs.goods !== OTHER_GOODS || theirs.title === ours.title);
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

/** Returns the clocks of Moscow and of the station, because a report does not say which one it uses. */
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
