import type { z } from 'zod';
import type { overview } from '#contract/insights/overview.ts';
import { formatDate, formatNumber, NO_BREAK_SPACE } from '../../../lib/format.ts';

type Spending = Pick<z.infer<typeof overview>['spending'], 'today' | 'last_month'>;

/** Formats in whole rubles, for text beside a figure. */
export function formatWholeRubles(rubles: number): string {
  return `${formatNumber(Math.round(rubles))}${NO_BREAK_SPACE}₽`;
}

/** `2026-11-25` → «ноябрь». */
export function nameMonth(day: string): string {
  return formatDate(day.slice(0, 7), 'month').split(' ')[0] ?? '';
}

/** `2026-01-25` → «декабрь». */
export function nameLastMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return nameMonth(new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 10));
}

/** «Весь октябрь 2 291 914 ₽» */
export function describeLastMonth({ today, last_month: whole }: Spending): string {
  return `Весь ${nameLastMonth(today)} ${formatWholeRubles(whole)}`;
}
