import { DateText } from '../ui/text/DateText.tsx';
import { Money } from '../ui/text/Money.tsx';
import type { Column } from './column.ts';

/** Options that a list itself sets for a column. */
type ColumnOptions<Row> = Omit<Partial<Column<Row>>, 'value'>;

/** Rubles; null is no sum. */
export function moneyColumn<Row>(
  input: ColumnOptions<Row> & { key: string; header: string; value: (row: Row) => number | null },
): Column<Row> {
  return {
    align: 'end',
    kind: 'money',
    cell: (row) => {
      const sum = input.value(row);
      return sum === null ? null : <Money value={sum} />;
    },
    ...input,
  };
}

/** The sum that a row is about: at the right of its first line on a phone. */
export function sumColumn<Row extends { sum: number }>(): Column<Row> {
  return moneyColumn({ key: 'sum', header: 'Сумма', narrow: 'aside', value: (row) => row.sum });
}

/** A day or, with `kind: 'moment'`, a moment, in ISO 8601. */
export function dateColumn<Row>(
  input: ColumnOptions<Row> & { key: string; header: string; value: (row: Row) => string },
): Column<Row> {
  const style = input.kind === 'moment' ? 'datetime' : 'date';
  return {
    kind: 'day',
    narrow: 'second',
    cell: (row) => <DateText value={input.value(row)} style={style} />,
    ...input,
  };
}

/** Column of text that is shown only if the user chooses it. */
export function extraColumn<Row>(
  input: ColumnOptions<Row> & { key: string; header: string; value: (row: Row) => string | null },
): Column<Row> {
  return { narrow: 'hidden', extra: true, cell: (row) => input.value(row), ...input };
}
