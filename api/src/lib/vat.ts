/**
 * The general VAT rate by the day of the taxable event, newest first (docs/facts.md 2: 425-ФЗ of 28.11.2025
 * raised it). The day of the prepayment or of the fuel release counts, never the day of the contract.
 */
const RATES: readonly { since: string; ratePercent: number }[] = [
  { since: '2026-01-01', ratePercent: 22 },
  { since: '2019-01-01', ratePercent: 20 },
];

export interface Vat {
  ratePercent: number;
  vatKopecks: number;
}

/** The general rate on a day `YYYY-MM-DD`. Throws RangeError before 2019, where the table ends. */
export function vatRateOn(dateIso: string): number {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(dateIso)) throw new RangeError(`not a calendar day: ${dateIso}`);
  const rate = RATES.find(({ since }) => since <= dateIso);
  if (!rate) throw new RangeError(`no VAT rate is known for ${dateIso}`);
  return rate.ratePercent;
}

/** False before 2019: what happened then fits in no document. */
export function hasVatRate(dateIso: string): boolean {
  return RATES.some(({ since }) => since <= dateIso);
}

/** The VAT contained in a gross sum at the rate of a day: `round(sum · r / (100 + r))`, half a kopeck rounds up. */
export function vatIncluded(sumKopecks: number, dateIso: string): Vat {
  if (!Number.isSafeInteger(sumKopecks) || sumKopecks < 0)
    throw new RangeError(`not a gross sum: ${sumKopecks}`);
  const ratePercent = vatRateOn(dateIso);
  return { ratePercent, vatKopecks: vatAt(sumKopecks, ratePercent) };
}

/** Up to ten billion rubles a quotient of whole numbers is exact enough to be rounded down. */
const SMALL_SUM = 1_000_000_000_000;

/** The VAT contained in a gross sum at a rate: `vatIncluded` for who knows the rate already. */
export function vatAt(sumKopecks: number, ratePercent: number): number {
  const twice = 2 * (100 + ratePercent);
  if (sumKopecks <= SMALL_SUM) return Math.floor((2 * sumKopecks * ratePercent + 100 + ratePercent) / twice);
  // Integer arithmetic: a float product of a large sum would be rounded on its own.
  const gross = BigInt(100 + ratePercent);
  return Number((2n * BigInt(sumKopecks) * BigInt(ratePercent) + gross) / BigInt(twice));
}
