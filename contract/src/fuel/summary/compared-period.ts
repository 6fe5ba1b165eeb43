import type { SummarySide } from '../spending.ts';

/** Moscow days, `YYYY-MM-DD`, both included. */
export interface Days {
  from: string;
  to: string;
}

export interface ComparedPeriod {
  compared: Days;
  /** The period is not over, so the period compared with it is cut to the same length. */
  unfinished: boolean;
}

/**
 * Returns the period to compare with: for whole months as many months before them, for any other days as many days
 * before them. From the first of a month until today is a month that is not over, so its days so far are compared with
 * the same days. Null when the period has no start, or has not started.
 */
export function comparedPeriod(
  { dateFrom: from, dateTo }: { dateFrom?: string | undefined; dateTo?: string | undefined },
  today: string,
): ComparedPeriod | null {
  const end = dateTo ?? today;
  const until = end < today ? end : today;
  if (from === undefined || from > until) return null;
  if (from.endsWith('-01') && (isLastOfMonth(end) || end >= today)) {
    const months = toMonthNumber(end) - toMonthNumber(from) + 1;
    const unfinished = end > today || !isLastOfMonth(end);
    return { compared: { from: monthsBefore(from, months), to: monthsBefore(until, months) }, unfinished };
  }
  const length = toDayNumber(until) - toDayNumber(from) + 1;
  return {
    compared: { from: dayText(toDayNumber(from) - length), to: dayText(toDayNumber(from) - 1) },
    unfinished: end > today,
  };
}

/**
 * Returns the days whose spending stands beside the rows of a report. Each month is compared with the one before it, any other
 * row with the whole period compared. Null where rows have nothing to be compared with.
 */
export function findComparedDays(
  by: SummarySide,
  { dateFrom, dateTo }: { dateFrom?: string | undefined; dateTo?: string | undefined },
  { compared, today }: { compared: Days | null; today: string },
): { dateFrom: string | undefined; dateTo: string } | null {
  if (by !== 'month') return compared && { dateFrom: compared.from, dateTo: compared.to };
  const end = dateTo !== undefined && dateTo < today ? dateTo : today;
  return { dateFrom: dateFrom && monthsBefore(dateFrom, 1), dateTo: monthsBefore(end, 1) };
}

/** Returns the day so many months earlier. The last day of a month stays the last one, also in a shorter month. */
export function monthsBefore(day: string, months: number): string {
  const month = toMonthNumber(day) - months;
  const last = new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate();
  const date = isLastOfMonth(day) ? last : Math.min(Number(day.slice(8)), last);
  return new Date(Date.UTC(Math.floor(month / 12), month % 12, date)).toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;

function toDayNumber(day: string): number {
  return Date.parse(day) / DAY_MS;
}

function dayText(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

/** Months since the year 0. */
function toMonthNumber(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

function isLastOfMonth(day: string): boolean {
  return dayText(toDayNumber(day) + 1).endsWith('-01');
}
