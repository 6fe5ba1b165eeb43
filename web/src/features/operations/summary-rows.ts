import type { z } from 'zod';
import { shortNumber } from '#contract/card-number.ts';
import type { operationsSummaryRow, SummarySide } from '#contract/operations.ts';
import { formatDate } from '../../lib/format.ts';
import type { SummaryColumn, SummarySort } from './use-summary-filters.ts';

export type SummaryRow = z.infer<typeof operationsSummaryRow>;

/** The words for a grouping: in the choice of groupings, and over its column. */
export const SIDE_WORDS: Record<SummarySide, { choice: string; column: string }> = {
  month: { choice: 'По месяцам', column: 'Месяц' },
  card: { choice: 'По картам', column: 'Карта' },
  driver: { choice: 'По водителям', column: 'Водитель' },
  goods: { choice: 'По топливу', column: 'Топливо' },
  station: { choice: 'По АЗС', column: 'АЗС' },
  network: { choice: 'По сетям', column: 'Сеть' },
};

/** The same inside a sentence: `по АЗС`. */
export function sideInSentence(by: SummarySide): string {
  return SIDE_WORDS[by].choice.replace('П', 'п');
}

/** A row's title; for a card its `names` one, as in the lists to choose from. */
export function rowTitle(by: SummarySide, row: SummaryRow, names: ReadonlyMap<string, string>): string {
  if (row.key === null) return 'Остальные';
  switch (by) {
    case 'month':
      return formatDate(row.title, 'month');
    case 'card':
      return names.get(row.key) ?? shortNumber(row.title);
    case 'driver':
      return row.title || 'Без водителя';
    case 'station':
      return row.title || 'Без адреса';
    case 'goods':
      return row.title || 'Без названия';
    case 'network':
      return row.title;
  }
}

/** Sorts the rows by a column; what exceeds the server's limit stays last. */
export function sortRows(rows: readonly SummaryRow[], sort: SummarySort): SummaryRow[] {
  if (!sort) return [...rows];
  const sign = sort.descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    if (one.key === null || other.key === null) return one.key === null ? 1 : -1;
    return sign * compare(one, other, sort.column);
  });
}

function compare(one: SummaryRow, other: SummaryRow, column: SummaryColumn): number {
  switch (column) {
    case 'title':
      return one.title.localeCompare(other.title, 'ru', { numeric: true });
    case 'count':
      return one.count - other.count;
    case 'litres':
      return one.litres - other.litres;
    case 'sum':
      return one.sum - other.sum;
    case 'price':
      return (one.average_price ?? 0) - (other.average_price ?? 0);
  }
}
