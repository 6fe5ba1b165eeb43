import { cardFees, getExtra, splitExtra } from './tariffs.ts';
import { total, type Company, type Sale } from './truth.ts';

/**
 * Returns the possible range of unallocated funds: movements with an outcome still unknown leave a range, and so do fees and
 * discounts, which other accounts may pay or get.
 */
export function unallocatedRange(company: Company): { min: number; max: number } {
  const least = ownPart(company);
  const { taken, given } = splitExtra(company.sales);
  return { min: least - taken - cardFees(company), max: least + openSum(company) + given };
}

/** Kopecks of unallocated funds without what tariffs and cards have moved. */
export function ownPart(company: Company): number {
  const { distributed, revoked, movements } = company;
  const settled = movements.map(({ toCard, sum, done }) => {
    if (toCard) return done === false ? 0 : -sum;
    return done === true ? sum : 0;
  });
  return (
    ownMoney(company) + total(settled) - total(Object.values(distributed)) + total(Object.values(revoked))
  );
}

/** Kopecks that the bank has brought and that УКД have given back. */
export function ownMoney({ paidIn, corrections }: Company): number {
  return paidIn + total(corrections.map(({ sum }) => sum));
}

/** Kopecks that reported sales and issued cards have cost a company beside the sums of its fuel. */
export function chargedBeside(company: Company, reported: readonly Sale[]): number {
  return getExtra(reported.filter((sale) => sale.company === company)) + cardFees(company);
}

/** The most that may be in transit. */
export function openSum({ movements }: Company): number {
  return total(movements.filter(({ done }) => done === null).map(({ sum }) => sum));
}
