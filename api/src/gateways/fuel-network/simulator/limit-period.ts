import { LIMIT_PERIOD, type LimitPeriod } from '#contract/ids.ts';

/** Moscow has been three hours ahead of UTC, without summer time, since 2014-10-26. */
const MOSCOW_MS = 3 * 3600 * 1000;
const DAY_MS = 24 * 3600 * 1000;
const FIRST_MONDAY = Date.UTC(1970, 0, 5);

/** The period in Moscow that the moment belongs to, excluding its end. */
export function getLimitPeriod(period: LimitPeriod, moment: Date): { from: Date; to: Date } {
  const moscow = moment.getTime() + MOSCOW_MS;
  const length = LIMIT_PERIOD[period];
  const [from, to] = 'months' in length ? months(moscow, length.months) : days(moscow, length.days);
  return { from: new Date(from - MOSCOW_MS), to: new Date(to - MOSCOW_MS) };
}

function days(moscow: number, count: number): [from: number, to: number] {
  const lasts = count * DAY_MS;
  const from = FIRST_MONDAY + Math.floor((moscow - FIRST_MONDAY) / lasts) * lasts;
  return [from, from + lasts];
}

function months(moscow: number, count: number): [from: number, to: number] {
  const day = new Date(moscow);
  const first = Math.floor(day.getUTCMonth() / count) * count;
  return [Date.UTC(day.getUTCFullYear(), first), Date.UTC(day.getUTCFullYear(), first + count)];
}
