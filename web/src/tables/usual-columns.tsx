import { DateText } from '../ui/DateText.tsx';
import { Money } from '../ui/Money.tsx';
import type { Column } from './column.ts';

/** What a list says of a column of its own accord. */
type Said<Row> = Omit<Partial<Column<Row>>, 'value'>;

/** Rubles; null is no sum. */
export function moneyColumn<Row>(
  said: Said<Row> & { key: string; header: string; value: (row: Row) => number | null },
): Column<Row> {
  return {
    align: 'end',
    kind: 'money',
    cell: (row) => {
      const sum = said.value(row);
      return sum === null ? null : <Money value={sum} />;
    },
    ...said,
  };
}

/** The sum that a row is about: at the right of its first line on a phone. */
export function sumColumn<Row extends { sum: number }>(): Column<Row> {
  return moneyColumn({ key: 'sum', header: 'Сумма', narrow: 'aside', value: (row) => row.sum });
}

/** A day or, with `kind: 'moment'`, a moment, in ISO 8601. */
export function dateColumn<Row>(
  said: Said<Row> & { key: string; header: string; value: (row: Row) => string },
): Column<Row> {
  const style = said.kind === 'moment' ? 'datetime' : 'date';
  return {
    kind: 'day',
    narrow: 'second',
    cell: (row) => <DateText value={said.value(row)} style={style} />,
    ...said,
  };
}

/** Words that are shown once somebody chooses the column. */
export function extraColumn<Row>(
  said: Said<Row> & { key: string; header: string; value: (row: Row) => string | null },
): Column<Row> {
  return { narrow: 'hidden', extra: true, cell: (row) => said.value(row), ...said };
}
