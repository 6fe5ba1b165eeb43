import { capitalized, formatDate, moscowDay } from '../lib/format.ts';

/** The months up to the running one, newest first, as a field offers them. */
export function recentMonths(now: Date, count: number): { value: string; label: string }[] {
  const [year = 0, month = 0] = moscowDay(now).split('-').map(Number);
  return Array.from({ length: count }, (_, back) => {
    const value = new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7);
    return { value, label: capitalized(formatDate(value, 'month')) };
  });
}
