import { OPERATION_STATUS, OPERATION_TYPE, type PartnerId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { findGoods } from '../gateways/fuel-network/goods.ts';
import type { SeededRandom } from '../lib/seeded-random.ts';
import type { Station } from '../modules/programme/stations/stations.ts';
import type { VehicleKind } from './cast.ts';
import type { MoscowTime } from './moscow-time.ts';
import type { PlannedOperation, PlannedSale } from './plan.ts';

/** A card in use: what its operations are made from. */
export interface CardOnRoad {
  index: number;
  partnerId: PartnerId;
  vehicle: VehicleKind;
  /** Stations in the order in which a driver passes them. */
  stations: readonly Station[];
  /** Days ago: from when, and until when, it is used. */
  from: number;
  until: number;
  /** Days since the company blocked the card, having taken its money back. Null means in use. */
  blockedDaysAgo: number | null;
  /** Indexes of the people who may move its money. */
  authors: readonly number[];
}

const { topUp, payout, blocking, refund, purchase } = OPERATION_TYPE;
const { done, failed } = OPERATION_STATUS;

/** No card of the demonstration holds more. */
const MAX_CARD_BALANCE = 30_000_00;

/**
 * Plans the events of a card in the order of time: top-ups when necessary, fuelling, occasionally a payout or a refund.
 * The card never falls below zero.
 */
export function planFuelling(card: CardOnRoad, time: MoscowTime, random: SeededRandom): PlannedOperation[] {
  const operations: PlannedOperation[] = [];
  let balance = 0;
  let place = random.whole(0, card.stations.length - 1);
  let direction = 1;

  function add(
    at: Date,
    typeId: PlannedOperation['typeId'],
    sum: number,
    more: Partial<PlannedOperation> = {},
  ): void {
    const isCommand = more.sale === undefined;
    operations.push({
      kind: 'operation',
      at,
      card: card.index,
      typeId,
      statusId: done,
      sum: kopecks(sum),
      key: isCommand ? uuid(random) : saleKey(card.partnerId, random),
      author: isCommand ? random.pick(card.authors) : null,
      reason: null,
      sale: null,
      ...more,
    });
  }

  function drive(): Station {
    place += direction * random.whole(1, 4);
    if (place < 0 || place >= card.stations.length) direction = -direction;
    place = Math.min(card.stations.length - 1, Math.max(0, place));
    return card.stations[place] as Station;
  }

  for (let day = card.from; day >= card.until; day--) {
    if (!fuelsOn(card, day, time, random)) continue;
    const [first, last] = card.vehicle.hours;
    const hour = first + random.next() * (last - first);
    const sale = makeSaleAt(drive(), card.vehicle, { day, month: time.getMonth(day) }, random);
    const sum = Math.round((sale.centilitres * sale.unitPrice) / 100);
    if (balance < sum) {
      const filled = planTopUp(card.vehicle, { balance, sum }, random);
      if (random.chance(0.0015)) {
        add(time.at(day, hour - 0.6), topUp, filled, {
          statusId: failed,
          reason: 'Сеть отказала: процессинг карт временно не принимает операции',
        });
      }
      add(time.at(day, hour - 0.1 - random.next() * 0.4), topUp, filled);
      balance += filled;
    }
    add(time.at(day, hour), purchase, sum, { sale });
    balance -= sum;
    if (random.chance(0.005) && balance + sum <= MAX_CARD_BALANCE) {
      add(time.at(day, hour + 0.08), refund, sum, { sale });
      balance += sum;
    } else if (random.chance(0.006) && balance > 1_500_00) {
      const back = Math.floor(balance / 1_000_00) * 500_00;
      add(time.at(day, hour + 0.3), payout, back);
      balance -= back;
    }
  }
  if (card.blockedDaysAgo !== null) {
    if (balance > 0 && random.chance(0.6)) add(time.at(card.blockedDaysAgo, 9.5), payout, balance);
    add(time.at(card.blockedDaysAgo, 9.7), blocking, 0);
  }
  return operations.filter((operation) => operation.at.getTime() <= time.now.getTime() - 60_000);
}

function fuelsOn(card: CardOnRoad, day: number, time: MoscowTime, random: SeededRandom): boolean {
  const { vehicle } = card;
  const restful = !vehicle.worksOnSundays && !time.isWorkday(day);
  const summer = [6, 7, 8, 9].includes(time.getMonth(day)) ? 1.12 : 1;
  return random.chance(((restful ? 0.25 : 1.15) * summer) / vehicle.everyDays);
}

/** Nearly fills the card, in multiples of five hundred, and at least enough for this refill. */
function planTopUp(
  vehicle: VehicleKind,
  need: { balance: number; sum: number },
  random: SeededRandom,
): number {
  const full = vehicle.fullCardRubles * 100 * (0.8 + random.next() * 0.2);
  const step = 500_00;
  const wanted = Math.floor((full - need.balance) / step) * step;
  const least = Math.ceil((need.sum - need.balance) / step) * step;
  return Math.max(wanted, least);
}

const WINTER = [11, 12, 1, 2, 3];
export const isWinter = (month: number): boolean => WINTER.includes(month);

function makeSaleAt(
  station: Station,
  vehicle: VehicleKind,
  on: { day: number; month: number },
  random: SeededRandom,
): PlannedSale {
  const goods = findGoods(pickGoods(vehicle, on.month, random));
  if (!goods) throw new Error('a vehicle takes goods that no network sells');
  const [least, max] = vehicle.litres;
  // Drivers like whole litres; some fill the tank to the brim.
  const whole = random.whole(least, max) * 100;
  const centilitres = random.chance(0.65) ? whole : whole + random.whole(1, 99);
  return {
    goodsId: goods.id,
    goodsTitle: goods.title,
    centilitres,
    unitPrice: getPrice(station, goods.id, on.day),
    address: saleAddress(station),
  };
}

/** Returns the address as a sale writes its station. */
export function saleAddress({ name, region, city, street, house }: Station): string {
  return `${name}, ${region === city ? '' : `${region}, `}${city}, ${street}, ${house}`;
}

function pickGoods(vehicle: VehicleKind, month: number, random: SeededRandom): number {
  const [usual = 301, ...others] = vehicle.goods;
  if (usual === 301) {
    if (isWinter(month)) return 302;
    return vehicle.goods.includes(303) && random.chance(0.12) ? 303 : 301;
  }
  return random.chance(0.9) ? usual : random.pick(others.length > 0 ? others : [usual]);
}

const DIESEL_NOW = 75_00;
/** Today's price of a litre where diesel costs 75 rubles; for the kinds of diesel, the surcharge on the station's price. */
const PRICES: Record<number, number> = { 401: 63_40, 402: 68_20, 403: 86_10, 501: 36_90, 502: 24_50 };
const DIESEL_KINDS: Record<number, number> = { 301: 0, 302: 2_70, 303: 2_30 };

/** Prices rise through the year, week by week. */
export function getPrice(station: Station, goodsId: number, daysAgo: number): Kopecks {
  const diesel = station.dieselPrice ?? DIESEL_NOW;
  const extra = DIESEL_KINDS[goodsId];
  const today =
    extra === undefined ? (PRICES[goodsId] ?? DIESEL_NOW) + (diesel - DIESEL_NOW) / 2 : diesel + extra;
  const weeks = Math.floor(daysAgo / 7);
  return kopecks(Math.round(today * (1 - 0.0016 * weeks)));
}

const KEY_PREFIX: Record<PartnerId, string> = { 1: 'RN', 2: 'GPN', 3: 'TN', 4: 'AZS' };

export function saleKey(partnerId: PartnerId, random: SeededRandom): string {
  return `${KEY_PREFIX[partnerId]}-${random.whole(100_000_000, 999_999_999)}-${random.whole(1000, 9999)}`;
}

export function uuid(random: SeededRandom): string {
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => random.whole(0, 15).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${random.pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(12)}`;
}
