import { kopecks, type Kopecks } from '../../kopecks.ts';
import type { PartnerId } from '../../ids.ts';
import { MAX_SUMMARY_ROWS } from '../../limits.ts';
import { mergeRuns, type Run } from '../../values/run.ts';
import type { SummarySide } from '../spending.ts';
import type { ComparedPeriod, Days } from './compared-period.ts';

/** Purchases minus refunds. */
export interface Spending {
  /** Done purchases and refunds. */
  count: number;
  spent: Kopecks;
  centilitres: number;
}

/** Spending beside that of the period compared. */
export interface ComparedSpending extends Spending {
  /** Cards that fuelled; null where rows are added up. */
  cards: number | null;
  /** Null if there is nothing to compare with. */
  previous: Kopecks | null;
  /** Distance that trucks ran. Null if the report is not about trucks or the distance is unknown. */
  run: Run | null;
}

export interface SummaryRow extends ComparedSpending {
  /** Null for the sum of all rows beyond the limit. */
  key: string | null;
  title: string;
  /** Part of `spent` for each network. */
  networks: { partnerId: PartnerId; spent: Kopecks }[];
  /**
   * Kopecks above what the company paid for the same goods in the same network, and for how many litres that is known. Those of
   * each goods in a network are whole.
   */
  overNetwork: { kopecks: number; centilitres: number } | null;
  /** The running month. */
  unfinished: boolean;
}

export interface Summary {
  rows: SummaryRow[];
  totals: ComparedSpending;
  /** Total number of rows. */
  rowCount: number;
  compared: Days | null;
  unfinished: boolean;
}

/** Figures that the rows alone do not give. */
interface SummaryFacts {
  by: SummarySide;
  period: ComparedPeriod | null;
  /** Cards that fuelled in the period. */
  cards: number;
  /** Spent in the period compared. Asked for months alone, which are compared each with the one before. */
  spentBefore: Kopecks | null;
  /** The most rows before the rest is added up; by default as many as the screen takes. */
  max?: number | undefined;
}

/** Puts all rows of a report in their order, adds them up, and sums what exceeds the limit in one row. */
export function makeSummary(
  all: readonly SummaryRow[],
  { by, period, cards, spentBefore, max }: SummaryFacts,
): Summary {
  const compared = period?.compared ?? null;
  const ordered = by === 'month' ? all : all.toSorted(compareRows);
  return {
    rows: capRows(ordered, max),
    totals: {
      ...sumSpending(all),
      cards,
      previous: compared && (by === 'month' ? spentBefore : sumPrevious(all)),
      run: mergeRuns(all.map(({ run }) => run)),
    },
    rowCount: all.length,
    compared,
    unfinished: period?.unfinished ?? false,
  };
}

const COLLATOR = new Intl.Collator('ru', { numeric: true });

/** The largest sum comes first. */
function compareRows(a: SummaryRow, b: SummaryRow): number {
  return (
    b.spent - a.spent ||
    (b.previous ?? 0) - (a.previous ?? 0) ||
    COLLATOR.compare(a.title, b.title) ||
    COLLATOR.compare(a.key ?? '', b.key ?? '')
  );
}

/** Rows within the limit; what exceeds `max` becomes one row. */
function capRows(rows: readonly SummaryRow[], max = MAX_SUMMARY_ROWS): SummaryRow[] {
  const past = rows.length > max ? rows.slice(max - 1) : [];
  if (past.length === 0) return [...rows];
  const rest: SummaryRow = {
    key: null,
    title: '',
    ...sumSpending(past),
    cards: null,
    previous: sumPrevious(past),
    run: mergeRuns(past.map(({ run }) => run)),
    networks: listNetworks(past),
    overNetwork: null,
    unfinished: false,
  };
  return [...rows.slice(0, max - 1), rest];
}

export function sumSpending(rows: readonly Spending[]): Spending {
  return rows.reduce<Spending>(
    (sum, row) => ({
      count: sum.count + row.count,
      spent: kopecks(sum.spent + row.spent),
      centilitres: sum.centilitres + row.centilitres,
    }),
    { count: 0, spent: kopecks(0), centilitres: 0 },
  );
}

/** Sums the previous period. If rows are compared, each of them has a value. */
export function sumPrevious(rows: readonly { previous: Kopecks | null }[]): Kopecks | null {
  if (rows.some(({ previous }) => previous === null)) return null;
  return kopecks(rows.reduce((sum, { previous }) => sum + (previous ?? 0), 0));
}

function listNetworks(rows: readonly SummaryRow[]): SummaryRow['networks'] {
  const spent = new Map<PartnerId, number>();
  for (const item of rows.flatMap(({ networks }) => networks))
    spent.set(item.partnerId, (spent.get(item.partnerId) ?? 0) + item.spent);
  return [...spent].map(([partnerId, sum]) => ({ partnerId, spent: kopecks(sum) }));
}

/** Kopecks per litre; null when no money or fuel remains. */
export function averagePrice({ spent, centilitres }: Spending): Kopecks | null {
  return spent > 0 && centilitres > 0 ? kopecks(Math.round((spent * 100) / centilitres)) : null;
}

/** Kopecks per litre above what the same goods cost in the same network; null where it is not known. */
export function priceOverNetwork({ overNetwork }: SummaryRow): Kopecks | null {
  if (!overNetwork || overNetwork.centilitres <= 0) return null;
  // A hair below zero is zero, and has no minus.
  return kopecks(Math.round((overNetwork.kopecks * 100) / overNetwork.centilitres) || 0);
}

export function getDifference({ spent, previous }: ComparedSpending): Kopecks | null {
  return previous === null ? null : kopecks(spent - previous);
}

/** Hundredths of a litre; null where it is not known how many cards there are, or none is. */
export function perCard({ centilitres, cards }: ComparedSpending): number | null {
  return cards ? Math.round(centilitres / cards) : null;
}

/** Returns the share in tenths of a per cent; null where parts of the whole make no sense. */
export function getShare({ spent }: Spending, totals: Spending): number | null {
  return totals.spent > 0 && spent >= 0 ? Math.round((spent * 1000) / totals.spent) : null;
}
