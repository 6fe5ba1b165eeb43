import { PERIOD_BACKWARDS } from '#contract/fields.ts';

export interface Period {
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
}

/** A year comes digit by digit: the field of a browser says 0002 on the way to 2026. */
const FIRST_DAY = '2000-01-01';
const WHOLE_YEAR = 'Укажите год полностью';

/** Why a period is not asked for, under the field that it is about; null where it can be. */
export function periodProblem({ dateFrom, dateTo }: Period): Period | null {
  if (dateFrom && dateFrom < FIRST_DAY) return { dateFrom: WHOLE_YEAR };
  if (dateTo && dateTo < FIRST_DAY) return { dateTo: WHOLE_YEAR };
  return dateFrom && dateTo && dateFrom > dateTo ? { dateFrom: PERIOD_BACKWARDS } : null;
}
