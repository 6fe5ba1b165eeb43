import { addDays } from '../../../lib/days.ts';
import { vatRateOn } from '../../../lib/vat.ts';

/** Days in which advances are counted together, both included, `YYYY-MM-DD`. */
export interface FiveDays {
  from: string;
  till: string;
}

const LENGTH = 5;

/** The first day of the quarter of a day. */
export function startOfQuarter(day: string): string {
  const month = Number(day.slice(5, 7));
  return `${day.slice(0, 5)}${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`;
}

/**
 * Returns the five days that a day belongs to. They are counted from the first day of the month. They never reach into
 * another month, whose УПД names other advances, and a day with another rate of VAT begins new ones.
 */
export function findFiveDays(day: string): FiveDays {
  let from = `${day.slice(0, 7)}-01`;
  for (;;) {
    const till = getLastDay(from);
    if (day <= till) return { from, till };
    from = addDays(till, 1);
  }
}

function getLastDay(from: string): string {
  let till = from;
  for (let count = 1; count < LENGTH; count += 1) {
    const next = addDays(till, 1);
    if (next.slice(0, 7) !== from.slice(0, 7) || vatRateOn(next) !== vatRateOn(from)) break;
    till = next;
  }
  return till;
}
