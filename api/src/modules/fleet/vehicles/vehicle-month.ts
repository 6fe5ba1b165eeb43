import { runFigures, type Run, type RunFigures } from '#contract/values/run.ts';
import { getNextMonth } from '../../../lib/days.ts';
import type { FuelMonth, OdometerInterval } from './vehicle-sale-store.ts';
import { findFuelDifferences, type FuelDifference } from './fuel-differences.ts';
import type { Vehicle } from './vehicle.ts';

export interface VehicleMonth extends FuelMonth, RunFigures {
  /** Whole kilometres. Null when no two readings cover a part of the month. */
  km: number | null;
  /** Tolls of the month, with readings or without. */
  tollKopecks: number;
  normCentilitres: number | null;
  /** Fuel by mileage and norm. Null when one of the two is not known. */
  burntCentilitres: number | null;
  differences: FuelDifference[];
}

type Interval = Omit<OdometerInterval, 'companyId' | 'vehicleId'>;

/** Facts of a truck that its months are made of. */
export interface VehicleFacts extends Pick<Vehicle, 'norm' | 'tankCentilitres'> {
  months: readonly FuelMonth[];
  intervals: readonly Interval[];
  /** Kopecks by month. */
  tolls: ReadonlyMap<string, number>;
}

/** The last `count` months until now, newest first. */
export function listMonths(
  vehicle: VehicleFacts,
  { now, count }: { now: Date; count: number },
): VehicleMonth[] {
  return lastMonths(now, count).map((month) => toVehicleMonth(month, vehicle, now));
}

/** Returns a month of a truck, the running one until now. */
export function toVehicleMonth(
  month: string,
  { months, intervals, tolls, norm, tankCentilitres }: VehicleFacts,
  now: Date,
): VehicleMonth {
  const from = getMonthStart(month);
  const until = Math.min(getMonthStart(getNextMonth(month)), now.getTime());
  const run = getRun(intervals, { from, until });
  const bought = months.find((known) => known.month === month) ?? { month, ...NOTHING };
  const normCentilitres = norm && normOn(norm, `${month}-15`);
  const burntCentilitres =
    run && normCentilitres !== null ? Math.round((run.km * normCentilitres) / 100) : null;
  const fuel = {
    sold: bought.centilitres,
    documented: bought.documentedCentilitres,
    burnt: burntCentilitres,
    tank: tankCentilitres,
    isMileageWhole: isEnclosed(intervals, { from, until }),
  };
  return {
    ...bought,
    km: run && run.km,
    ...runFigures(run),
    tollKopecks: tolls.get(month) ?? 0,
    normCentilitres,
    burntCentilitres,
    differences: findFuelDifferences(fuel),
  };
}

const NOTHING = {
  kopecks: 0,
  centilitres: 0,
  otherKopecks: 0,
  otherCentilitres: 0,
  documentedCentilitres: null,
};

/** A reading within a day of an end of the month counts as one at its end. */
const SPARE_MS = 86_400_000;

/** Returns whether readings enclose a range, up to a day at each end. Intervals of one truck follow each other. */
function isEnclosed(
  intervals: readonly Interval[],
  { from, until }: { from: number; until: number },
): boolean {
  const first = Math.min(...intervals.map(({ since }) => since.getTime()));
  const last = Math.max(...intervals.map((interval) => interval.until.getTime()));
  return first <= from + SPARE_MS && last >= until - SPARE_MS;
}

/**
 * Returns the part of the runs in a range of time, or null where no two readings enclose any of it. Between two readings a truck
 * is taken to run and to burn evenly, so an end of the range takes the same part of the road as of its fuel (decision 117). One
 * filling that is not full is set right by the next one: the figure is that of the whole range.
 */
export function getRun(
  intervals: readonly Interval[],
  { from, until }: { from: number; until: number },
): Run | null {
  const parts = intervals.flatMap((interval) => {
    const begins = Math.max(from, interval.since.getTime());
    const ends = Math.min(until, interval.until.getTime());
    if (ends <= begins) return [];
    const part = (ends - begins) / (interval.until.getTime() - interval.since.getTime());
    return [{ interval, part }];
  });
  if (parts.length === 0) return null;
  const all = (of: (interval: Interval) => number) =>
    parts.reduce((total, { interval, part }) => total + of(interval) * part, 0);
  const km = all(({ kmSince, kmUntil }) => kmUntil - kmSince);
  const centilitres = all((interval) => interval.centilitres);
  const isMeasured = km > 0 && centilitres > 0;
  return {
    km: Math.round(km),
    measuredKm: isMeasured ? km : 0,
    centilitres: isMeasured ? centilitres : 0,
    kopecks: isMeasured ? all((interval) => interval.kopecks) : 0,
    tollKopecks: all((interval) => interval.tollKopecks),
    roadKm: km,
  };
}

/**
 * Returns the norm in force on a day, in centilitres for 100 km. A winter whose start is after its end goes over New
 * Year.
 */
export function normOn(norm: NonNullable<Vehicle['norm']>, day: string): number {
  const { centilitres, winterCentilitres, winterFrom, winterUntil } = norm;
  if (winterCentilitres === null) return centilitres;
  const at = day.slice(5);
  const isWinter =
    winterFrom <= winterUntil ? at >= winterFrom && at <= winterUntil : at >= winterFrom || at <= winterUntil;
  return isWinter ? winterCentilitres : centilitres;
}

/** The beginning of a Moscow month, in milliseconds. */
function getMonthStart(month: string): number {
  return new Date(`${month}-01T00:00:00+03:00`).getTime();
}

function lastMonths(now: Date, count: number): string[] {
  const moscow = new Date(now.getTime() + 3 * 3_600_000);
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(moscow.getUTCFullYear(), moscow.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}
