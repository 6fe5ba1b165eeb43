import { LIMIT_PERIOD, LIMIT_PERIODS, LIMIT_UNIT, LIMIT_UNITS } from '#contract/ids.ts';
import type { Card } from './describe-card.ts';

/** Options of a form of a limit. */
export const UNITS = LIMIT_UNITS.map((value) => ({ value, label: capital(LIMIT_UNIT[value].title) }));

const PERIODS = LIMIT_PERIODS.map((value) => ({ value, label: `В ${LIMIT_PERIOD[value].per}` }));

/**
 * Returns the periods that the networks of all these cards can count. Where no limit can be set, the fields are shown
 * all the same.
 */
export function periodsFor(cards: readonly Card[]) {
  const common = PERIODS.filter(({ value }) => cards.every((card) => card.limit_periods.includes(value)));
  return common.length > 0 ? common : PERIODS;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
