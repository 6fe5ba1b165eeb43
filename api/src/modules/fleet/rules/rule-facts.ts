import type { SpendingMeasure, SpendingPeriod } from '#contract/rule-values.ts';

/** Purchases up to a moment, in kopecks and hundredths of a litre. */
export type Spent = Record<SpendingPeriod, Record<SpendingMeasure, number>> & { fillingsToday: number };

/** All facts that a rule checks. An unknown fact breaks no rule. */
export interface PurchaseFacts {
  at: Date;
  partnerId: number;
  goodsId: number | null;
  centilitres: number;
  sumKopecks: number | null;
  unitPriceKopecks: number | null;
  station: { address: string; region: string } | null;
  /** The mean price of diesel in the station's region; only diesel is compared. */
  regionMeanKopecks: number | null;
  tankLitres: number | null;
  spent: Spent;
  /** A card that is closed by default is open until then. */
  openUntil: Date | null;
}

/** Names used in sentences. */
export interface RuleNames {
  goods(ids: readonly number[]): string;
  networks(ids: readonly number[]): string;
}

export function nothingSpent(): Spent {
  return {
    day: { litres: 0, sum: 0 },
    week: { litres: 0, sum: 0 },
    month: { litres: 0, sum: 0 },
    quarter: { litres: 0, sum: 0 },
    once: { litres: 0, sum: 0 },
    fillingsToday: 0,
  };
}

export const NOTHING_SPENT: Readonly<Spent> = nothingSpent();
