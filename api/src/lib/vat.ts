import type { VatScheme } from '#contract/values/vat-scheme.ts';

/** The general rate and the operator's own way, both by day; staff enter later ones. */
export interface VatSchedule {
  rates: readonly { since: string; percent: number }[];
  schemes: readonly { since: string; scheme: VatScheme }[];
}

/**
 * The general VAT rate by the day of the taxable event (docs/facts.md 2: 425-ФЗ of 28.11.2025 raised it). The day of the
 * prepayment or of the fuel release counts, never the day of the contract.
 */
export const GENERAL_SCHEDULE: VatSchedule = {
  rates: [
    { since: '2019-01-01', percent: 20 },
    { since: '2026-01-01', percent: 22 },
  ],
  schemes: [{ since: '2019-01-01', scheme: 'general' }],
};

const SCHEME_RATES = { 'usn-5': 5, 'usn-7': 7, without: null } as const;

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
  return scheme === 'general' ? rate.percent : SCHEME_RATES[scheme];
}

/** False before the first day of the schedule: what happened then fits in no document. */
export function hasVatRate(dateIso: string): boolean {
  return findInForce(schedule.rates, dateIso) !== undefined;
}

/** Returns the newest entry in force on a day. Days as text compare as days. */
function findInForce<Dated extends { since: string }>(
  all: readonly Dated[],
  dateIso: string,
): Dated | undefined {
  let newest: Dated | undefined;
  for (const dated of all)
    if (dated.since <= dateIso && (newest === undefined || dated.since > newest.since)) newest = dated;
  return newest;
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

/** Up to ten billion rubles, a quotient of whole numbers is exact enough to be rounded down. */
const SMALL_SUM = 1_000_000_000_000;

/** The VAT contained in a gross sum at a rate: `vatIncluded` for who knows the rate already; without VAT nothing. */
export function vatAt(sumKopecks: number, ratePercent: number | null): number {
  if (ratePercent === null) return 0;
  const twice = 2 * (100 + ratePercent);
  if (sumKopecks <= SMALL_SUM) return Math.floor((2 * sumKopecks * ratePercent + 100 + ratePercent) / twice);
  // Integer arithmetic: a float product of a large sum would be rounded on its own.
  const gross = BigInt(100 + ratePercent);
  return Number((2n * BigInt(sumKopecks) * BigInt(ratePercent) + gross) / BigInt(twice));
}
