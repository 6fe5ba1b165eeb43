/** Up to ten billion rubles, a quotient of whole numbers is exact enough to be rounded down. */
const SMALL_SUM = 1_000_000_000_000;

/**
 * Returns the VAT contained in a gross sum, both in kopecks: `round(sum · r / (100 + r))`, half a kopeck rounds up; without
 * a rate nothing.
 */
export function vatAt(sumKopecks: number, ratePercent: number | null): number {
  if (ratePercent === null) return 0;
  const twice = 2 * (100 + ratePercent);
  if (sumKopecks <= SMALL_SUM) return Math.floor((2 * sumKopecks * ratePercent + 100 + ratePercent) / twice);
  // Integer arithmetic: a float product of a large sum would be rounded on its own.
  const gross = BigInt(100 + ratePercent);
  return Number((2n * BigInt(sumKopecks) * BigInt(ratePercent) + gross) / BigInt(twice));
}
