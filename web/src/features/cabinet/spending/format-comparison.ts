import { formatDate, formatNumber, MINUS } from '../../../lib/format.ts';
import type { SpendingMeta } from './spending-rows.ts';

/** `01.10 – 26.10.2026`; both years where they differ. */
function formatDays({ from, to }: { from: string; to: string }): string {
  const begins = formatDate(from);
  return `${from.slice(0, 4) === to.slice(0, 4) ? begins.slice(0, 5) : begins} – ${formatDate(to)}`;
}

/**
 * Formats the comparison of the whole, and the remark that the period is not over. Empty if there is nothing to
 * compare with.
 */
export function formatComparison(
  { compared, unfinished, totals }: SpendingMeta,
  period: { from: string; to: string },
): string {
  // Without spending before there is nothing to compare with.
  if (!compared || totals.previous_sum === 0) return '';
  const days = formatDays(compared);
  return unfinished ? `${notOver(period)}, сравнение с теми же днями: ${days}` : `к периоду ${days}`;
}

function notOver({ from, to }: { from: string; to: string }): string {
  return from.slice(0, 7) === to.slice(0, 7) ? 'Месяц не закончен' : 'Период не закончен';
}

/** `+37 %`; empty where per cent of the sum before make no sense. */
export function formatPercent({ difference, previous_sum: before }: SpendingMeta['totals']): string {
  if (difference === null || before === null || before <= 0) return '';
  const percent = Math.round((difference / before) * 100);
  const sign = percent > 0 ? '+' : percent < 0 ? MINUS : '';
  return `${sign}${formatNumber(Math.abs(percent))}\u00a0%`;
}
