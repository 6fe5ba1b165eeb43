import { moscowDay } from '../../../lib/money-format.ts';
import { addWorkingDays } from '../../../lib/working-days.ts';
import type { Operator } from '../../../operator.ts';

/** The last day for objections to what is published now; the agreement counts from the publication (8.2). */
export function lastDayOfObjections({ objectionDays }: Operator, now: Date): string {
  return addWorkingDays(moscowDay(now), objectionDays);
}
