import { formatDate } from '../../lib/format.ts';

/** `2026-11-25` → «ноябрь». */
export function monthName(day: string): string {
  return formatDate(day.slice(0, 7), 'month').split(' ')[0] ?? '';
}

/** `2026-01-25` → «декабрь». */
export function lastMonthName(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return monthName(new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 10));
}
