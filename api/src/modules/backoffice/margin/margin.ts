/** Sums of one row of the margin, in kopecks and hundredths of a litre. */
export interface MarginParts {
  sales: number;
  centilitres: number;
  sum: number;
  discount: number;
  surcharge: number;
  fee: number;
  otherFees: number;
  received: number;
  bonus: number;
  withoutTerms: number;
  corrections: number;
  creditCost: number;
}

const NO_PARTS: MarginParts = {
  sales: 0,
  centilitres: 0,
  sum: 0,
  discount: 0,
  surcharge: 0,
  fee: 0,
  otherFees: 0,
  received: 0,
  bonus: 0,
  withoutTerms: 0,
  corrections: 0,
  creditCost: 0,
};

/** A part of the sums, by the key of its row; null where it belongs to none. */
export interface KeyedParts extends Partial<MarginParts> {
  key: string | null;
  /** `YYYY-MM`; null where rows are not divided into months. */
  month: string | null;
}

/** Adds up parts from several reads, so that each key has one row. */
export function addByKey(parts: readonly KeyedParts[]): Map<string | null, MarginParts> {
  const byKey = new Map<string | null, MarginParts>();
  for (const { key, month: _, ...part } of parts) byKey.set(key, addParts(byKey.get(key) ?? NO_PARTS, part));
  return byKey;
}

/** Adds up the parts of each of these months, which are `YYYY-MM`; zeros where a month has none. */
export function addByMonth(parts: readonly KeyedParts[], months: readonly string[]): MarginParts[] {
  const byMonth = addByKey(parts.map((part) => ({ ...part, key: part.month })));
  return months.map((month) => byMonth.get(month) ?? NO_PARTS);
}

export function sumParts(all: Iterable<MarginParts>): MarginParts {
  let total = NO_PARTS;
  for (const parts of all) total = addParts(total, parts);
  return total;
}

function addParts(total: MarginParts, part: Partial<MarginParts>): MarginParts {
  const names = Object.keys(NO_PARTS) as (keyof MarginParts)[];
  return Object.fromEntries(
    names.map((name) => [name, total[name] + (part[name] ?? 0)]),
  ) as unknown as MarginParts;
}

export function computeRevenue({ sum, discount, surcharge, fee, otherFees }: MarginParts): number {
  return sum - discount + surcharge + fee + otherFees;
}

export function computeCost({ sum, received, bonus }: MarginParts): number {
  return sum - received - bonus;
}

export function computeMargin(parts: MarginParts): number {
  return computeRevenue(parts) + parts.corrections - computeCost(parts) - parts.creditCost;
}

/** Margin of the revenue in percent with two decimals, or null where nothing was earned. */
export function computePercent(parts: MarginParts): number | null {
  const revenue = computeRevenue(parts);
  return revenue > 0 ? Math.round((computeMargin(parts) / revenue) * 10_000) / 100 : null;
}
