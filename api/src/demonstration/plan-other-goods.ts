import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { OTHER_GOODS } from '../gateways/fuel-network/goods-of-title.ts';
import { seededRandom, type SeededRandom } from '../lib/seeded-random.ts';
import { TRUCK, type VehicleKind } from './cast.ts';
import type { MoscowTime } from './moscow-time.ts';
import type { PlannedOperation, PlannedSale } from './plan.ts';
import { saleAddress, saleKey, uuid, type CardOnRoad } from './plan-fuelling.ts';

interface BuyingPattern {
  title: string;
  /** Days between two purchases, and the hour of the day. */
  everyDays: number;
  hour: number;
  /** Litres of AdBlue; a washing is one. */
  count: readonly [least: number, most: number];
  unitPrice: number;
  fits(vehicle: VehicleKind): boolean;
}

const HABITS: readonly BuyingPattern[] = [
  {
    title: 'AdBlue',
    everyDays: 27,
    hour: 12.7,
    count: [30, 60],
    unitPrice: 42_90,
    fits: (vehicle) => vehicle === TRUCK,
  },
  {
    title: 'Мойка',
    everyDays: 64,
    hour: 18.6,
    count: [1, 1],
    unitPrice: 1_450_00,
    fits: () => true,
  },
];

const { topUp, purchase } = OPERATION_TYPE;

/**
 * Returns the purchases beside fuel in a year: trucks take AdBlue, everything is washed now and then. Each purchase pays for
 * itself: the card is topped up by its sum before, so that no balance of the plan changes.
 */
export function planOtherGoods(cards: readonly CardOnRoad[], time: MoscowTime): PlannedOperation[] {
  const random = seededRandom(32_000);
  return HABITS.flatMap((habit) =>
    cards
      .filter(({ vehicle }) => habit.fits(vehicle))
      .flatMap((card) =>
        getDays(card, habit).flatMap((day) => planPurchase(card, habit, { day, time, random })),
      ),
  );
}

/** Each card has days of its own, so that the purchases of a fleet do not fall on one. */
function getDays({ index, from, until, blockedDaysAgo }: CardOnRoad, { everyDays }: BuyingPattern): number[] {
  const days: number[] = [];
  for (let day = from - ((index * 7) % everyDays) - 1; day >= Math.max(until, 1); day -= everyDays)
    if (blockedDaysAgo === null || day > blockedDaysAgo + 1) days.push(day);
  return days;
}

function planPurchase(
  card: CardOnRoad,
  habit: BuyingPattern,
  { day, time, random }: { day: number; time: MoscowTime; random: SeededRandom },
): PlannedOperation[] {
  const [least, max] = habit.count;
  const count = random.whole(least, max);
  const sum = kopecks(count * habit.unitPrice);
  const sale: PlannedSale = {
    goodsId: OTHER_GOODS,
    goodsTitle: habit.title,
    centilitres: count * 100,
    unitPrice: kopecks(habit.unitPrice),
    address: saleAddress(random.pick(card.stations)),
  };
  const both = {
    kind: 'operation',
    card: card.index,
    statusId: OPERATION_STATUS.done,
    sum,
    reason: null,
  } as const;
  return [
    {
      ...both,
      at: time.at(day, habit.hour - 0.3),
      typeId: topUp,
      key: uuid(random),
      author: random.pick(card.authors),
      sale: null,
    },
    {
      ...both,
      at: time.at(day, habit.hour),
      typeId: purchase,
      key: saleKey(card.partnerId, random),
      author: null,
      sale,
    },
  ];
}
