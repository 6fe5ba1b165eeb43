import type { PartnerId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { ServiceFee, TariffChange, TariffUnit } from '#contract/programme/tariffs.ts';

/** How the programme changes the price at the station (decision 53). */
export interface TariffRates {
  change: TariffChange;
  /** Unit of `rate`: hundredths of a percent of the sum, or kopecks a litre. */
  unit: TariffUnit;
  rate: number;
  /** Hundredths of a percent of the sum. */
  feeRate: number;
}

/** The purchases to which it applies. Null means all. */
export interface TariffScope {
  companyId: number | null;
  partnerId: PartnerId | null;
  goodsTitle: string | null;
}

/** Fees besides those of a purchase (decision 164). Null means that the tariff does not name it. */
export type ServiceFees = Record<ServiceFee, Kopecks | null>;

/** Moscow days of the purchase, both included. */
export interface Tariff extends TariffRates, TariffScope {
  id: number;
  firstDay: string;
  /** The current last day, including one that was set later, or null for no end. */
  lastDay: string | null;
  fees?: ServiceFees;
}

/** Sold goods, as the network has reported them. */
export interface SoldGoods {
  companyId: number;
  partnerId: number;
  goodsTitle: string;
  /** `YYYY-MM-DD` in Moscow. */
  day: string;
}

/** Amounts that a tariff adds to the station's sum of a sale. */
export interface TariffSums {
  discount: Kopecks;
  surcharge: Kopecks;
  fee: Kopecks;
}

/**
 * The tariff of a sale: the nearest to it that is in force on its day. A client's own is nearer than one for a network,
 * and that nearer than one for goods. Of two equally near ones the later first day counts, then the later entered.
 */
export function nearestTariff(tariffs: readonly Tariff[], sold: SoldGoods): Tariff | null {
  const fitting = tariffs.filter((tariff) => pricesSales(tariff) && covers(tariff, sold));
  return fitting.reduce<Tariff | null>(
    (best, tariff) => (best && isNearer(best, tariff) ? best : tariff),
    null,
  );
}

/** A tariff that only has monthly fees or a delivery leaves the price of a purchase to the others. */
export function pricesSales({ change, feeRate, fees }: TariffRates & { fees?: ServiceFees }): boolean {
  return change !== 'none' || feeRate > 0 || fees === undefined;
}

function covers(tariff: Tariff, { companyId, partnerId, goodsTitle, day }: SoldGoods): boolean {
  return (
    (tariff.companyId === null || tariff.companyId === companyId) &&
    (tariff.partnerId === null || tariff.partnerId === partnerId) &&
    (tariff.goodsTitle === null || normalizeName(tariff.goodsTitle) === normalizeName(goodsTitle)) &&
    isInForce(tariff, day)
  );
}

export function isInForce({ firstDay, lastDay }: Pick<Tariff, 'firstDay' | 'lastDay'>, day: string): boolean {
  return firstDay <= day && (lastDay === null || day <= lastDay);
}

/** Networks write the same goods in upper and lower case. */
function normalizeName(title: string): string {
  return title.trim().toLowerCase();
}

/** Returns how specific a tariff's scope is. */
export function getSpecificity({ companyId, partnerId, goodsTitle }: TariffScope): number {
  return (companyId === null ? 0 : 4) + (partnerId === null ? 0 : 2) + (goodsTitle === null ? 0 : 1);
}

/** Returns whether the first of two tariffs that fit counts. */
export function isNearer(a: Tariff, b: Tariff): boolean {
  const difference = getSpecificity(a) - getSpecificity(b);
  if (difference !== 0) return difference > 0;
  if (a.firstDay !== b.firstDay) return a.firstDay > b.firstDay;
  return a.id > b.id;
}

/**
 * Applies a tariff to a sum and litres. Each amount is rounded to the kopeck once, half a kopeck up. A discount is
 * never more than the sum.
 */
export function tariffSums(
  { change, unit, rate, feeRate }: TariffRates,
  { sum, centilitres }: { sum: number; centilitres: number },
): TariffSums {
  const changed =
    unit === 'percent' ? divideHalfUp(sum * rate, 10_000) : divideHalfUp(centilitres * rate, 100);
  return {
    discount: kopecks(change === 'discount' ? Math.min(changed, sum) : 0),
    surcharge: kopecks(change === 'surcharge' ? changed : 0),
    fee: kopecks(divideHalfUp(sum * feeRate, 10_000)),
  };
}

/** A quotient of whole numbers, half up. */
function divideHalfUp(product: number, by: number): number {
  const raised = product + by / 2;
  return (raised - (raised % by)) / by;
}

/** Returns the amount charged to the client for a sale of this sum. */
export function computeChargedSum(sum: Kopecks, { discount, surcharge, fee }: TariffSums): Kopecks {
  return kopecks(sum - discount + surcharge + fee);
}

export interface NewTariff extends TariffRates, TariffScope {
  firstDay: string;
  lastDay: string | null;
  fees?: ServiceFees;
  note: string;
}
