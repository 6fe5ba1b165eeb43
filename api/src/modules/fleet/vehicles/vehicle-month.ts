import type { ConsumptionNorm } from './vehicle.ts';

interface Reading {
  at: Date;
  km: number;
}

interface Day {
  /** `YYYY-MM-DD`, Moscow. */
  day: string;
  kopecks: number;
  centilitres: number;
}

export interface VehicleMonth {
  /** `YYYY-MM`. */
  month: string;
  kopecks: number;
  centilitres: number;
  /** Whole; null where no two readings hold any of the month. */
  km: number | null;
  centilitresPer100Km: number | null;
  kopecksPerKm: number | null;
  normCentilitres: number | null;
}

const DAY_MS = 86_400_000;

/**
 * The last `count` months until now, newest first. Between two readings a truck is taken to run evenly. Consumption and
 * price of a kilometre compare the days that lie between readings, and no others.
 */
export function monthsOf(
  {
    days,
    readings,
    norm,
  }: { days: readonly Day[]; readings: readonly Reading[]; norm: ConsumptionNorm | null },
  { now, count }: { now: Date; count: number },
): VehicleMonth[] {
  return lastMonths(now, count).map((month) => {
    const from = beginningOf(month);
    const until = Math.min(beginningOf(nextMonth(month)), now.getTime());
    const inMonth = days.filter(({ day }) => day.startsWith(month));
    const run = runOf({ days: inMonth, readings }, { from, until });
    return {
      month,
      kopecks: sum(inMonth, 'kopecks'),
      centilitres: sum(inMonth, 'centilitres'),
      km: run && run.km,
      ...runFigures(run),
      normCentilitres: norm && normOn(norm, `${month}-15`),
    };
  });
}

/** What a truck, or several, ran between readings, and what was filled on the days between them. */
export interface Run {
  km: number;
  /** Of the kilometres those during which something was filled: only they say what a truck takes. */
  measuredKm: number;
  centilitres: number;
  kopecks: number;
}

/** Of days that lie within the stretch; null where no two readings hold any of it. */
export function runOf(
  { days, readings }: { days: readonly Day[]; readings: readonly Reading[] },
  { from, until }: { from: number; until: number },
): Run | null {
  const known = knownStretch(readings, from, until);
  if (!known) return null;
  const between = days.filter(({ day }) => isWithin(day, known));
  const centilitres = sum(between, 'centilitres');
  const isMeasured = known.km > 0 && centilitres > 0;
  return {
    km: known.km,
    measuredKm: isMeasured ? known.km : 0,
    centilitres: isMeasured ? centilitres : 0,
    kopecks: isMeasured ? sum(between, 'kopecks') : 0,
  };
}

/** Of several trucks together; null where none has a known run. */
export function runTogether(runs: readonly (Run | null)[]): Run | null {
  const known = runs.filter((run) => run !== null);
  if (known.length === 0) return null;
  const all = (key: keyof Run) => known.reduce((total, run) => total + run[key], 0);
  return {
    km: all('km'),
    measuredKm: all('measuredKm'),
    centilitres: all('centilitres'),
    kopecks: all('kopecks'),
  };
}

/** What a truck takes; null where it is not known. */
export function runFigures(run: Run | null): Pick<VehicleMonth, 'centilitresPer100Km' | 'kopecksPerKm'> {
  if (!run || run.measuredKm === 0) return { centilitresPer100Km: null, kopecksPerKm: null };
  return {
    centilitresPer100Km: Math.round((run.centilitres * 100) / run.measuredKm),
    kopecksPerKm: Math.round(run.kopecks / run.measuredKm),
  };
}

/** Which norm holds on a day, in centilitres for 100 km. A winter that begins after it ends goes over New Year. */
export function normOn(norm: ConsumptionNorm, day: string): number {
  const { centilitres, winterCentilitres, winterFrom, winterUntil } = norm;
  if (winterCentilitres === null) return centilitres;
  const at = day.slice(5);
  const isWinter =
    winterFrom <= winterUntil ? at >= winterFrom && at <= winterUntil : at >= winterFrom || at <= winterUntil;
  return isWinter ? winterCentilitres : centilitres;
}

/** What of a stretch of time lies between the first and the last reading, and how far the truck ran in it. */
function knownStretch(
  readings: readonly Reading[],
  from: number,
  until: number,
): { from: number; until: number; km: number } | null {
  const [first] = readings;
  const last = readings.at(-1);
  if (!first || !last) return null;
  const begins = Math.max(from, first.at.getTime());
  const ends = Math.min(until, last.at.getTime());
  if (ends <= begins) return null;
  return { from: begins, until: ends, km: Math.round(kmAt(readings, ends) - kmAt(readings, begins)) };
}

/** What the odometer showed at a moment between the first and the last reading. */
function kmAt(readings: readonly Reading[], moment: number): number {
  const later = readings.findIndex(({ at }) => at.getTime() >= moment);
  const after = readings[later];
  if (!after) return readings.at(-1)?.km ?? 0;
  const before = readings[later - 1];
  if (!before) return after.km;
  const part = (moment - before.at.getTime()) / (after.at.getTime() - before.at.getTime());
  return before.km + (after.km - before.km) * part;
}

function isWithin(day: string, { from, until }: { from: number; until: number }): boolean {
  const noon = beginningOf(day) + DAY_MS / 2;
  return noon >= from && noon <= until;
}

/** The beginning of a Moscow month or day, in milliseconds. */
function beginningOf(text: string): number {
  return new Date(`${text.length === 7 ? `${text}-01` : text}T00:00:00+03:00`).getTime();
}

function lastMonths(now: Date, count: number): string[] {
  const moscow = new Date(now.getTime() + 3 * 3_600_000);
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(moscow.getUTCFullYear(), moscow.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}

function sum(days: readonly Day[], key: 'kopecks' | 'centilitres'): number {
  return days.reduce((total, day) => total + day[key], 0);
}
