import type { LimitPeriod } from '#contract/ids.ts';

/** Moscow has been three hours ahead of UTC, without summer time, since 2014-10-26. */
const MOSCOW_MS = 3 * 3600 * 1000;

/** The Moscow day or month that the moment belongs to, excluding its end. */
export function limitPeriodOf(period: LimitPeriod, moment: Date): { from: Date; to: Date } {
  const moscow = new Date(moment.getTime() + MOSCOW_MS);
  const [year, month, day] = [moscow.getUTCFullYear(), moscow.getUTCMonth(), moscow.getUTCDate()];
  const [from, to] =
    period === 'P1D'
      ? [Date.UTC(year, month, day), Date.UTC(year, month, day + 1)]
      : [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1)];
  return { from: new Date(from - MOSCOW_MS), to: new Date(to - MOSCOW_MS) };
}
