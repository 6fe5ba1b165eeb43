import { OPERATION_STATUS, OPERATION_TYPE, PARTNER, REQUEST_STATUS, type PartnerId } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { isFlakyCard } from '../gateways/fuel-network/card-number.ts';
import { seededRandom } from '../lib/seeded-random.ts';
import type { Station } from '../modules/programme/stations/stations.ts';
import {
  CAR,
  HOME_REGIONS,
  MAIN_DRIVERS,
  MAIN_INN,
  MAIN_PEOPLE,
  NORTH_WEST_REGIONS,
  SMALL_DRIVERS,
  SMALL_INN,
  SMALL_PEOPLE,
  VAN,
} from './cast.ts';
import type { MoscowTime } from './moscow-time.ts';
import { planAccount, type AccountPattern } from './plan-account.ts';
import { planCard } from './plan-cards.ts';
import { mainFleet, planRoads, type Vehicle } from './plan-fleet.ts';
import { plantFaults } from './plan-faults.ts';
import { planFuelling } from './plan-fuelling.ts';
import { planOtherGoods } from './plan-other-goods.ts';
import { sortByIssue, sortByTime, withFurtherInvoices } from './plan-invoices.ts';
import type {
  CompanyPlan,
  PlannedCard,
  PlannedDistribution,
  PlannedOperation,
  PlannedRequest,
} from './plan.ts';

/** «Дальний рейс»: some forty cards of four networks, a year of operations, everything that screens can show. */
export function planMainCompany(time: MoscowTime, stations: readonly Station[]): CompanyPlan {
  const random = seededRandom(5_052_018);
  const requests = mainRequests(time);
  const fleet = mainFleet();
  const fleetOnRoad = planRoads(
    fleet,
    { stations, regions: HOME_REGIONS, authors: [0, 1], from: 358 },
    random,
  );
  const usual = fleetOnRoad.flatMap((card) => planFuelling(card, time, random));
  const operations = [...usual, ...plantFaults(fleetOnRoad, time), ...planOtherGoods(fleetOnRoad, time)];
  const cards = fleet.map((vehicle, index) => planCard(vehicle, index, { requests, operations }, random));
  const more = [...mainDistributions(time), ...planFlakyBlock(cards, time), ...passingBlock(time)];
  const habits: AccountPattern = {
    floorRubles: 110_000,
    sums: [700_000, 980_000],
    today: [250_000, 400_000],
    from: 364,
    authors: [0, 1],
  };
  const movements = sortByTime([...operations, ...more]);
  const account = planAccount(movements, habits, time, random);
  return {
    inn: MAIN_INN,
    since: time.at(366, 10.4),
    credit: kopecks(500_000_00),
    creditDays: { forPayment: 14, withoutPayment: 5 },
    threshold: kopecks(100_000_00),
    people: [...MAIN_PEOPLE],
    drivers: [...MAIN_DRIVERS],
    requests,
    cards,
    ...withFurtherInvoices(account.invoices, [...movements, ...account.events], time),
  };
}

/** «Невский тракт»: a small second company, to show that neither sees the other. */
export function planSmallCompany(time: MoscowTime, stations: readonly Station[]): CompanyPlan {
  const random = seededRandom(7_804_129);
  const requests: PlannedRequest[] = [
    {
      at: time.at(190, 12.2),
      statusId: REQUEST_STATUS.issued,
      items: [
        { partnerId: PARTNER.gpn, count: 3 },
        { partnerId: PARTNER.other, count: 2 },
      ],
      issuedAt: time.at(187, 15.5),
      author: 0,
    },
  ];
  const fleet: Vehicle[] = [
    { kind: VAN, partnerId: PARTNER.gpn, request: 0, drivers: [0] },
    { kind: VAN, partnerId: PARTNER.gpn, request: 0, drivers: [1] },
    { kind: CAR, partnerId: PARTNER.gpn, request: 0, drivers: [] },
    { kind: VAN, partnerId: PARTNER.other, request: 0, drivers: [1] },
    { kind: CAR, partnerId: PARTNER.other, request: 0, drivers: [] },
  ];
  const onRoad = planRoads(fleet, { stations, regions: NORTH_WEST_REGIONS, authors: [0], from: 184 }, random);
  const operations = onRoad.flatMap((card) => planFuelling(card, time, random));
  const cards = fleet.map((vehicle, index) =>
    planCard(
      vehicle,
      500 + index,
      { requests, operations: operations.filter(({ card }) => card === index) },
      random,
    ),
  );
  const habits: AccountPattern = {
    floorRubles: 15_000,
    sums: [120_000, 180_000],
    today: [60_000, 120_000],
    from: 189,
    authors: [0],
  };
  const movements = sortByTime(operations);
  const account = planAccount(movements, habits, time, random);
  return {
    inn: SMALL_INN,
    since: time.at(191, 11),
    credit: kopecks(0),
    creditDays: { forPayment: 0, withoutPayment: 0 },
    threshold: null,
    people: [...SMALL_PEOPLE],
    drivers: [...SMALL_DRIVERS],
    requests,
    cards,
    ...sortByIssue(account.invoices, [...movements, ...account.events]),
  };
}

/** Plans one request in each possible state. */
function mainRequests(time: MoscowTime): PlannedRequest[] {
  const issued = (daysAgo: number, items: PlannedRequest['items']): PlannedRequest => ({
    at: time.at(daysAgo, 11.3),
    statusId: REQUEST_STATUS.issued,
    items,
    issuedAt: time.at(daysAgo - 4, 16.2),
    author: 0,
  });
  return [
    issued(365, [
      { partnerId: PARTNER.gpn, count: 13 },
      { partnerId: PARTNER.rn, count: 11 },
    ]),
    issued(300, [
      { partnerId: PARTNER.third, count: 8 },
      { partnerId: PARTNER.other, count: 4 },
    ]),
    {
      at: time.at(121, 13.1),
      statusId: REQUEST_STATUS.rejected,
      items: [{ partnerId: PARTNER.rn, count: 60 }],
      issuedAt: null,
      rejectReason: 'Шестьдесят карт больше парка компании. Уточните количество у менеджера программы',
      author: 1,
    },
    issued(6, [{ partnerId: PARTNER.gpn, count: 4 }]),
    {
      at: time.at(2, 15.7),
      statusId: REQUEST_STATUS.approved,
      items: [
        {
          partnerId: PARTNER.rn,
          count: 3,
          issueRefusal: 'У сети закончились карты этой серии, новые придут через неделю',
        },
      ],
      issuedAt: null,
      author: 1,
    },
    {
      at: new Date(time.now.getTime() - 5_400_000),
      statusId: REQUEST_STATUS.created,
      items: [
        { partnerId: PARTNER.gpn, count: 2 },
        { partnerId: PARTNER.other, count: 1 },
      ],
      issuedAt: null,
      author: 1,
    },
  ];
}

function mainDistributions(time: MoscowTime): PlannedDistribution[] {
  const spread = (daysAgo: number, rubles: readonly number[]): PlannedDistribution => ({
    kind: 'distribution',
    at: time.at(daysAgo, 12.25),
    direction: 'distribute',
    sums: rubles.map((sum, index) => ({ partnerId: (index + 1) as PartnerId, sum: kopecks(sum * 100) })),
    author: 0,
  });
  return [
    spread(340, [20_000, 25_000, 12_000, 8000]),
    spread(214, [15_000, 18_000, 9000, 4000]),
    {
      ...spread(213, [5000]),
      direction: 'revoke',
      sums: [{ partnerId: PARTNER.gpn, sum: kopecks(10_000_00) }],
    },
    spread(96, [6000, 12_500, 7400, 2600]),
  ];
}

/** The network refused to block this card (`isFlakyCard`). */
function planFlakyBlock(cards: readonly PlannedCard[], time: MoscowTime): PlannedOperation[] {
  const card = cards.findIndex(({ number }) => isFlakyCard(number));
  return [
    {
      ...command(card, time.at(33, 17.4), '4c1b2b52-4f0e-4d0e-9a57-2f3a4f7d1301'),
      typeId: OPERATION_TYPE.blocking,
      statusId: OPERATION_STATUS.failed,
      reason: 'Сеть отказала: карта в стоп-листе эмитента',
    },
  ];
}

/** A card that was blocked for a few hours. */
function passingBlock(time: MoscowTime): PlannedOperation[] {
  return [
    {
      ...command(4, time.at(58, 3.2), '4c1b2b52-4f0e-4d0e-9a57-2f3a4f7d1302'),
      typeId: OPERATION_TYPE.blocking,
    },
    {
      ...command(4, time.at(58, 4.9), '4c1b2b52-4f0e-4d0e-9a57-2f3a4f7d1303'),
      typeId: OPERATION_TYPE.unblocking,
    },
  ];
}

function command(card: number, at: Date, key: string): PlannedOperation {
  return {
    kind: 'operation',
    at,
    card,
    typeId: OPERATION_TYPE.blocking,
    statusId: OPERATION_STATUS.done,
    sum: kopecks(0),
    key,
    author: 1,
    reason: null,
    sale: null,
  };
}
