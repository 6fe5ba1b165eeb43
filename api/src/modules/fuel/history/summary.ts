import { SUMMARY_MOST_ROWS } from '#contract/limits.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';

/** Purchases minus refunds. */
export interface Spending {
  /** Done purchases and refunds. */
  count: number;
  spent: Kopecks;
  centilitres: number;
}

export interface SummaryRow extends Spending {
  /** Null: everything beyond the limit, added up. */
  key: string | null;
  title: string;
}

export interface Summary {
  rows: SummaryRow[];
  totals: Spending;
  /** How many rows there are in all. */
  rowCount: number;
}

/** Rows with their totals; what exceeds `most` becomes one row. */
export function summaryOf(rows: readonly SummaryRow[], most = SUMMARY_MOST_ROWS): Summary {
  const past = rows.length > most ? rows.slice(most - 1) : [];
  return {
    rows:
      past.length === 0 ? [...rows] : [...rows.slice(0, most - 1), { key: null, title: '', ...sumOf(past) }],
    totals: sumOf(rows),
    rowCount: rows.length,
  };
}

function sumOf(rows: readonly Spending[]): Spending {
  return rows.reduce<Spending>(
    (sum, row) => ({
      count: sum.count + row.count,
      spent: kopecks(sum.spent + row.spent),
      centilitres: sum.centilitres + row.centilitres,
    }),
    { count: 0, spent: kopecks(0), centilitres: 0 },
  );
}

/** Kopecks per litre; null when no money or fuel remains. */
export function averagePrice({ spent, centilitres }: Spending): Kopecks | null {
  return spent > 0 && centilitres > 0 ? kopecks(Math.round((spent * 100) / centilitres)) : null;
}
