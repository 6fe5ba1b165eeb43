import { formatDate } from '../../../lib/format.ts';

/** Months that are offered, back from the last whole one. */
const MONTHS = 12;

/** Lists months, `YYYY-MM`, from the one before today's back, as options of a field. */
export function listMonthOptions(today: string): { value: string; label: string }[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(year, month - 2 - back, 1)).toISOString().slice(0, 7),
  ).map((value) => ({ value, label: formatDate(value, 'month') }));
}
