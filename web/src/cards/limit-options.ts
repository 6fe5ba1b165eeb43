import { LIMIT_PERIOD, LIMIT_PERIODS, LIMIT_UNIT, LIMIT_UNITS } from '#contract/ids.ts';

/** What a form of a limit offers. */
export const UNITS = LIMIT_UNITS.map((value) => ({ value, label: capital(LIMIT_UNIT[value].title) }));

export const PERIODS = LIMIT_PERIODS.map((value) => ({ value, label: `В ${LIMIT_PERIOD[value].per}` }));

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
