import { findInForce, LAW_BY_DATE, lawOn } from '#contract/values/law-by-date.ts';
import { vatAt } from '#contract/values/included-vat.ts';
import type { VatScheme } from '#contract/values/vat-scheme.ts';

/** The general rate and the operator's own way, both by day; staff enter later ones. */
export interface VatSchedule {
  rates: readonly { since: string; percent: number }[];
  schemes: readonly { since: string; scheme: VatScheme }[];
}

/** The general VAT rate of the law and the general scheme, until the operator enters its own. */
export const GENERAL_SCHEDULE: VatSchedule = {
  rates: LAW_BY_DATE.vatPercent.map(({ since, value }) => ({ since, percent: value })),
  schemes: [{ since: '2019-01-01', scheme: 'general' }],
};

let schedule: VatSchedule = GENERAL_SCHEDULE;

/**
 * Sets the operator's schedule of this process or thread, at its start and when staff have changed it. Every document
 * takes its rate from this schedule.
 */
export function setVatSchedule(input: VatSchedule): void {
  schedule = input;
}

export function vatSchedule(): VatSchedule {
  return schedule;
}

export interface Vat {
  ratePercent: number;
  vatKopecks: number;
}

/** The operator's rate on a day `YYYY-MM-DD`; null: without VAT. Throws RangeError before the first day of the schedule. */
export function vatRateOn(dateIso: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(dateIso)) throw new RangeError(`not a calendar day: ${dateIso}`);
  const rate = findInForce(schedule.rates, dateIso);
  if (!rate) throw new RangeError(`no VAT rate is known for ${dateIso}`);
  const scheme = findInForce(schedule.schemes, dateIso)?.scheme ?? 'general';
  if (scheme === 'general') return rate.percent;
  return scheme === 'without' ? null : lawOn('usnVatPercent', dateIso)[scheme];
}

/** False before the first day of the schedule: what happened then fits in no document. */
export function hasVatRate(dateIso: string): boolean {
  return findInForce(schedule.rates, dateIso) !== undefined;
}

/**
 * The VAT contained in a gross sum at the rate of a day: `round(sum · r / (100 + r))`, half a kopeck rounds up; null: the
 * operator pays none.
 */
export function vatIncluded(sumKopecks: number, dateIso: string): Vat | null {
  if (!Number.isSafeInteger(sumKopecks) || sumKopecks < 0)
    throw new RangeError(`not a gross sum: ${sumKopecks}`);
  const ratePercent = vatRateOn(dateIso);
  return ratePercent === null ? null : { ratePercent, vatKopecks: vatAt(sumKopecks, ratePercent) };
}
