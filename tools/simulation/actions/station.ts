import { CARD_STATUS } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { formatCardNumber } from '../../../api/src/gateways/fuel-network/card-number.ts';
import type { NetworkSale } from '../../../api/src/gateways/fuel-network/fuel-network.ts';
import { countCentilitres, PUMP_PRICE } from '../purchase-terms.ts';
import type { SaleWay } from '../step.ts';
import { priceForClient } from '../tariffs.ts';
import type { Card, Company, Sale } from '../truth.ts';
import type { World } from '../world.ts';

export const STATION = 'АЗС № 12, М-4 «Дон», 45-й км';
const LATE_MS = 5 * 3_600_000;
const VERY_LATE_MS = 40 * 3_600_000;
const SECOND_REPORT_MS = 1_800_000;

/** Buys fuel: its network sells by its own balance, without querying the portal. */
export function buy(world: World, company: Company, card: Card, sum: number, way: SaleWay): void {
  const network = world.outside.networks[card.partnerId];
  const there = network.cards.get(card.number);
  if (!there || there.status !== CARD_STATUS.active) return;
  if (there.balance < sum && way !== 'offline') return;
  there.balance -= sum;
  const sale = recordSale(world, { company, card, sum, refundedSale: null, delayMs: getDelay(way) });
  reportSale(world, sale);
  if (way === 'twice') network.feed.add(makeEvent(sale, sale.sum), SECOND_REPORT_MS);
  if (way === 'swapped') network.feed.swapLast();
  world.count(`sale ${way}`);
}

function getDelay(way: SaleWay): number {
  if (way === 'late') return LATE_MS;
  return way === 'very-late' ? VERY_LATE_MS : 0;
}

/** A whole purchase is taken back: the network gives its sum to the card. */
export function refund(world: World, company: Company, choice: number): void {
  const mine = world.truth.sales.filter((item) => item.company === company);
  const taken = new Set(mine.map(({ refundedSale }) => refundedSale));
  const open = mine.filter((item) => item.refundedSale === null && !taken.has(item));
  const sale = open[choice % open.length];
  const there = sale && world.outside.networks[sale.card.partnerId].cards.get(sale.card.number);
  if (!sale || !there) return;
  there.balance += sale.sum;
  reportSale(
    world,
    recordSale(world, { company, card: sale.card, sum: sale.sum, refundedSale: sale, delayMs: 0 }),
  );
  world.count('refund');
}

/** The network reports a sale of an earlier day again, with another sum. Nothing may be booked by it. */
export function reportSaleAgain(world: World, choice: number): void {
  const { truth, outside } = world;
  const before = outside.clock.now().getTime() - 12 * 3_600_000;
  // A feed by date lists a sale once, in its current state, so the second report would replace the sale itself.
  const known = truth.sales.filter(
    ({ card, reportedAt, externalId }) =>
      !outside.networks[card.partnerId].feedByDate &&
      reportedAt.getTime() < before &&
      !truth.resales.has(externalId),
  );
  const sale = known[choice % known.length];
  if (!sale) return;
  truth.resales.add(sale.externalId);
  outside.networks[sale.card.partnerId].feed.add(makeEvent(sale, sale.sum + 100));
  world.count('sale contradicted');
}

/** Reports a sale of a card that no company here has. */
export function reportUnknownCardSale(world: World, card: Card): void {
  const { truth, outside } = world;
  truth.strangers += 1;
  const number = formatCardNumber(card.partnerId, 900_000 + truth.strangers);
  const now = outside.clock.now();
  const sale = {
    externalId: `stranger-${truth.strangers}`,
    card: { ...card, number },
    sum: 100_00,
    refundedSale: null,
    soldAt: now,
  };
  outside.networks[card.partnerId].feed.add(makeEvent(sale, sale.sum));
  world.count('sale of a stranger');
}

/** Writes a sale down as true; its network reports it after this time. */
export function recordSale(
  { truth, outside }: World,
  {
    delayMs,
    externalId = `sale-${truth.sales.length + 1}`,
    ...input
  }: Pick<Sale, 'company' | 'card' | 'sum' | 'refundedSale'> & { delayMs: number; externalId?: string },
): Sale {
  const soldAt = outside.clock.now();
  const { company, card, sum, refundedSale } = input;
  const reportedAt = new Date(soldAt.getTime() + delayMs);
  const sale: Sale = {
    company,
    card,
    sum,
    refundedSale,
    externalId,
    soldAt,
    reportedAt,
    price: priceForClient({ ...input, soldAt, reportedAt }),
    isPrinted: false,
  };
  truth.sales.push(sale);
  company.sales.push(sale);
  return sale;
}

/** Puts a sale into its network's list, visible from the moment at which it is reported. */
export function reportSale({ outside }: World, sale: Sale): void {
  const afterMs = sale.reportedAt.getTime() - sale.soldAt.getTime();
  outside.networks[sale.card.partnerId].feed.add(makeEvent(sale, sale.sum), afterMs);
}

type ReportedSale = Pick<Sale, 'externalId' | 'card' | 'refundedSale' | 'soldAt'>;

function makeEvent(
  { externalId, card, refundedSale, soldAt }: ReportedSale,
  sum: number,
): NetworkSale & { kind: 'sale' | 'refund' } {
  return {
    kind: refundedSale ? 'refund' : 'sale',
    externalId,
    ...(refundedSale && { refundOf: refundedSale.externalId }),
    cardNumber: card.number,
    goodsId: 301,
    goodsTitle: 'ДТ',
    centilitres: countCentilitres(sum),
    unitPriceKopecks: kopecks(PUMP_PRICE),
    sumKopecks: kopecks(sum),
    address: STATION,
    soldAt,
  };
}
