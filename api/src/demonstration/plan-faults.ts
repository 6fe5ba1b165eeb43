import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { SignalRuleKey } from '#contract/fleet/signal-rule.ts';
import { findGoods } from '../gateways/fuel-network/goods.ts';
import { seededRandom } from '../lib/seeded-random.ts';
import type { Station } from '../modules/programme/stations/stations.ts';
import type { MoscowTime } from './moscow-time.ts';
import type { PlannedOperation } from './plan.ts';
import { isWinter, getPrice, saleAddress, saleKey, uuid, type CardOnRoad } from './plan-fuelling.ts';

interface PlantedFault {
  rule: SignalRuleKey;
  /** Place in the fleet. */
  card: number;
  daysAgo: number;
  hour: number;
  litres: number;
  /** Diesel of the season by default. */
  goodsId?: number;
  /** The last station of its road; the first by default. */
  atEnd?: boolean;
  /** Price as a multiple of the usual one. */
  timesPrice?: number;
  refunded?: boolean;
}

/** The card that is apart from its truck, as its tracker shows (`write-trackers.ts`). */
export const FAR_APART = { card: 3, daysAgo: 1, hour: 10.5 } as const;

/**
 * Faults planted in «Дальний рейс»: something for each rule of «Подозрительные заправки», within the days that are checked first.
 */
const FAULTS: readonly PlantedFault[] = [
  { rule: 'over-tank', card: 1, daysAgo: 6, hour: 13.2, litres: 650 },
  { rule: 'day-tanks', card: 5, daysAgo: 5, hour: 8.5, litres: 65 },
  { rule: 'day-tanks', card: 5, daysAgo: 5, hour: 13, litres: 65 },
  { rule: 'day-tanks', card: 5, daysAgo: 5, hour: 18.4, litres: 65 },
  { rule: 'other-fuel', card: 2, daysAgo: 4, hour: 12.1, litres: 55, goodsId: 402 },
  { rule: 'too-fast', card: 13, daysAgo: 7, hour: 11, litres: 160 },
  { rule: 'too-fast', card: 13, daysAgo: 7, hour: 11.6, litres: 160, atEnd: true },
  { rule: 'too-often', card: 14, daysAgo: 3, hour: 15, litres: 150 },
  { rule: 'too-often', card: 14, daysAgo: 3, hour: 15.2, litres: 120 },
  { rule: 'outside-hours', card: 7, daysAgo: 2, hour: 2.6, litres: 55 },
  { rule: 'price', card: 16, daysAgo: 8, hour: 14.3, litres: 48, timesPrice: 1.35 },
  { rule: 'habit', card: 0, daysAgo: 9, hour: 16.2, litres: 480 },
  { rule: 'apart', ...FAR_APART, litres: 200 },
  { rule: 'refunds', card: 17, daysAgo: 20, hour: 12.4, litres: 50, refunded: true },
  { rule: 'refunds', card: 17, daysAgo: 11, hour: 11.8, litres: 50, refunded: true },
  { rule: 'refunds', card: 17, daysAgo: 4, hour: 17.1, litres: 50, refunded: true },
];

const { topUp, payout, purchase, refund } = OPERATION_TYPE;

/** Each pays for itself: the card is topped up by its sum before, so that no balance of the plan changes. */
export function plantFaults(cards: readonly CardOnRoad[], time: MoscowTime): PlannedOperation[] {
  const random = seededRandom(90_210);
  const byIndex = new Map(cards.map((card) => [card.index, card]));
  return FAULTS.flatMap((fault) => {
    const card = byIndex.get(fault.card);
    const station = card?.stations.at(fault.atEnd ? -1 : 0);
    if (!card || !station) return [];
    const { daysAgo, hour } = fault;
    const { sale, sum } = planSale(fault, station, time);
    const operation = (
      later: number,
      typeId: PlannedOperation['typeId'],
      isCommand: boolean,
    ): PlannedOperation => ({
      kind: 'operation',
      at: time.at(daysAgo, hour + later),
      card: card.index,
      typeId,
      statusId: OPERATION_STATUS.done,
      sum,
      key: isCommand ? uuid(random) : saleKey(card.partnerId, random),
      author: isCommand ? random.pick(card.authors) : null,
      reason: null,
      sale: isCommand ? null : sale,
    });
    const bought = [operation(-0.3, topUp, true), operation(0, purchase, false)];
    if (!fault.refunded) return bought;
    return [...bought, operation(0.1, refund, false), operation(0.4, payout, true)];
  });
}

function planSale(
  { daysAgo, litres, goodsId, timesPrice = 1 }: PlantedFault,
  station: Station,
  time: MoscowTime,
) {
  const goods = findGoods(goodsId ?? (isWinter(time.getMonth(daysAgo)) ? 302 : 301));
  if (!goods) throw new Error('a planted fault takes goods that no network sells');
  const unitPrice: Kopecks = kopecks(Math.round(getPrice(station, goods.id, daysAgo) * timesPrice));
  const centilitres = litres * 100;
  const sale = {
    goodsId: goods.id,
    goodsTitle: goods.title,
    centilitres,
    unitPrice,
    address: saleAddress(station),
  };
  return { sale, sum: kopecks(Math.round((centilitres * unitPrice) / 100)) };
}
