import { PERIOD_BACKWARDS } from '#contract/fields.ts';
import { parseDay } from '../../lib/read-address.ts';

export interface Period {
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
}

const FIRST_DAY = '2000-01-01';
const NO_SUCH_DAY = 'Укажите день как 05.11.2026';
const NO_DAY = 'Укажите день';

/** Why a period cannot be requested, by the field to show it under; null if it can be. */
export function periodProblem({ dateFrom, dateTo }: Period, { required = false } = {}): Period | null {
  if (required && !dateFrom) return { dateFrom: NO_DAY };
  if (required && !dateTo) return { dateTo: NO_DAY };
  if (dateFrom && !isWholeDay(dateFrom)) return { dateFrom: NO_SUCH_DAY };
  if (dateTo && !isWholeDay(dateTo)) return { dateTo: NO_SUCH_DAY };
  return dateFrom && dateTo && dateFrom > dateTo ? { dateFrom: PERIOD_BACKWARDS } : null;
}

/** Returns whether the day is complete. Neither an unfinished day nor 31 February is. */
function isWholeDay(day: string): boolean {
  return parseDay(day) !== undefined && day >= FIRST_DAY;
}
