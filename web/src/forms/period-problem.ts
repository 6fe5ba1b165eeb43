import { PERIOD_BACKWARDS } from '#contract/fields.ts';

export interface Period {
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
}

/** A year comes digit by digit: the field of a browser says 0002 on the way to 2026. */
const FIRST_DAY = '2000-01-01';
const WHOLE_YEAR = 'Укажите год полностью';
const NO_DAY = 'Укажите день';

/** Why a period is not asked for, under the field that it is about; null where it can be. */
export function periodProblem({ dateFrom, dateTo }: Period, { required = false } = {}): Period | null {
  if (required && !dateFrom) return { dateFrom: NO_DAY };
  if (required && !dateTo) return { dateTo: NO_DAY };
  if (dateFrom && !isWhole(dateFrom)) return { dateFrom: WHOLE_YEAR };
  if (dateTo && !isWhole(dateTo)) return { dateTo: WHOLE_YEAR };
  return dateFrom && dateTo && dateFrom > dateTo ? { dateFrom: PERIOD_BACKWARDS } : null;
}

/** A field takes six digits of a year. */
function isWhole(day: string): boolean {
  return day.length === FIRST_DAY.length && day >= FIRST_DAY;
}
