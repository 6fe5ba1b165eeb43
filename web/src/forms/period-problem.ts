import { PERIOD_BACKWARDS } from '#contract/fields.ts';

export interface Period {
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
}

/** A year is typed digit by digit: on the way to 2026 the browser's field says 0002. */
const FIRST_DAY = '2000-01-01';
const WHOLE_YEAR = 'Укажите год полностью';
const NO_DAY = 'Укажите день';

/** Why a period cannot be requested, by the field to show it under; null if it can be. */
export function periodProblem({ dateFrom, dateTo }: Period, { required = false } = {}): Period | null {
  if (required && !dateFrom) return { dateFrom: NO_DAY };
  if (required && !dateTo) return { dateTo: NO_DAY };
  if (dateFrom && !isWhole(dateFrom)) return { dateFrom: WHOLE_YEAR };
  if (dateTo && !isWhole(dateTo)) return { dateTo: WHOLE_YEAR };
  return dateFrom && dateTo && dateFrom > dateTo ? { dateFrom: PERIOD_BACKWARDS } : null;
}

/** A date field accepts six digits for the year. */
function isWhole(day: string): boolean {
  return day.length === FIRST_DAY.length && day >= FIRST_DAY;
}
