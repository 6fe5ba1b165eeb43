import { getLastDay } from '../../../lib/get-last-day.ts';
import { formatNumber } from '../../../lib/format.ts';
import type { SpendingMeta, SpendingRow } from './spending-rows.ts';

/** Unit of all figures of a chart, so that it is written once. */
interface ChartUnit {
  /** `млн ₽`. */
  title: string;
  size: number;
  decimals: number;
}

/** Chooses the unit in which the largest of these sums has one or two digits before the comma. */
export function chooseUnit(sums: readonly number[]): ChartUnit {
  const largest = Math.max(0, ...sums.map(Math.abs));
  return UNITS.find(({ size }) => largest >= size) ?? UNITS.at(-1)!;
}

const UNITS: readonly ChartUnit[] = [
  { title: 'млрд ₽', size: 1_000_000_000, decimals: 1 },
  { title: 'млн ₽', size: 1_000_000, decimals: 1 },
  { title: 'тыс. ₽', size: 1000, decimals: 0 },
  { title: '₽', size: 1, decimals: 0 },
];

/** `3,0` beside `2,8`: all figures of a chart have as many decimals. */
export function formatInUnit(sum: number, { size, decimals }: ChartUnit): string {
  const text = formatNumber(sum / size, decimals);
  return decimals > 0 && !text.includes(',') ? `${text},0` : text;
}

/** The days of a month before this one say too little about its end. */
const FIRST_DAY = 7;

/**
 * Returns the expected sum of the running month at its present rate; null where too few days are over, or where the
 * report does not begin with its first day. `until` is the last day of the report.
 */
export function forecastMonth(
  row: SpendingRow,
  { from, until }: { from: string; until: string },
): number | null {
  const isWhole = from <= `${row.title}-01` && until.startsWith(row.title);
  const day = Number(until.slice(8));
  if (!row.unfinished || !isWhole || day < FIRST_DAY || row.sum <= 0) return null;
  return (row.sum / day) * Number(getLastDay(row.title).slice(8));
}

const DAY_MS = 86_400_000;
const DAYS_OF_MONTH = 365.25 / 12;

/** Returns what a month of the period before cost on average; null where there is nothing to compare with. */
export function getBaseline({ compared, totals }: SpendingMeta): number | null {
  const { previous_sum: sum } = totals;
  if (!compared || sum === null || sum <= 0) return null;
  const days = (Date.parse(compared.to) - Date.parse(compared.from)) / DAY_MS + 1;
  return sum / Math.max(1, days / DAYS_OF_MONTH);
}

/** The year stands under January, and under the oldest month unless January is next to it. */
export function hasYear(month: string, oldest: string): boolean {
  return month.endsWith('-01') || (month === oldest && !month.endsWith('-12'));
}
