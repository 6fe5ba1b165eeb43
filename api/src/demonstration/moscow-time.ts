import { moscowDay } from '../lib/money-format.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Moments of the demonstration, counted back from today in Moscow, which has the same UTC offset all year. */
export interface MoscowTime {
  readonly now: Date;
  /** `hour` may have a fraction. Day 0 is today. */
  at(daysAgo: number, hour: number): Date;
  /** Monday to Friday. */
  isWorkday(daysAgo: number): boolean;
  /** 1 to 12. */
  getMonth(daysAgo: number): number;
}

export function moscowTime(now: Date): MoscowTime {
  const midnight = new Date(`${moscowDay(now)}T00:00:00+03:00`).getTime();
  const getNoon = (daysAgo: number): Date => new Date(midnight - daysAgo * DAY_MS + 12 * HOUR_MS);
  return {
    now,
    // Whole seconds: networks report nothing finer.
    at: (daysAgo, hour) => new Date(midnight - daysAgo * DAY_MS + Math.round((hour * HOUR_MS) / 1000) * 1000),
    isWorkday: (daysAgo) => ![0, 6].includes(getNoon(daysAgo).getUTCDay()),
    getMonth: (daysAgo) => getNoon(daysAgo).getUTCMonth() + 1,
  };
}

/** `YYYY-MM` of the month this many months before today's. */
export function monthBefore(now: Date, months: number): string {
  const [year = 0, month = 0] = moscowDay(now).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 7);
}
