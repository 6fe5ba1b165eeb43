import type { z } from 'zod';
import type { statementMovement } from '#contract/statement.ts';
import { formatMoney, keepNumbersWhole } from '../../lib/format.ts';
import { TwoLines } from '../../tables/TwoLines.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Money } from '../../ui/Money.tsx';
import { dateColumn } from '../../tables/usual-columns.tsx';
import type { Column } from '../../tables/column.ts';
import styles from './StatementReport.module.css';

export type Movement = z.infer<typeof statementMovement>;

export const STATEMENT_COLUMNS: readonly Column<Movement>[] = [
  dateColumn({
    key: 'at',
    header: 'Дата',
    width: 110,
    kind: 'moment',
    value: (one) => one.at,
    // The file has the moment; here the day is enough.
    cell: (one) => <DateText value={one.at} />,
  }),
  {
    key: 'what',
    header: 'Содержание',
    narrow: 'title',
    fixed: true,
    value: (one) => one.description,
    cell: (one) => (
      <TwoLines cut below={keepNumbersWhole(`${one.from} → ${one.to}`)}>
        <span title={one.description}>{keepNumbersWhole(one.description)}</span>
      </TwoLines>
    ),
  },
  {
    key: 'sum',
    header: 'Сумма',
    width: 150,
    align: 'end',
    kind: 'money',
    value: (one) => one.sum,
    narrow: 'aside',
    cell: (one) => (one.sum === 0 ? <Inside moved={one.moved} /> : <Money value={one.sum} signed />),
  },
  {
    key: 'from',
    header: 'Откуда',
    width: 200,
    narrow: 'hidden',
    extra: true,
    value: (one) => one.from,
    cell: (one) => keepNumbersWhole(one.from),
  },
  {
    key: 'to',
    header: 'Куда',
    width: 200,
    narrow: 'hidden',
    extra: true,
    value: (one) => one.to,
    cell: (one) => keepNumbersWhole(one.to),
  },
  {
    key: 'balance',
    header: 'Остаток',
    width: 150,
    align: 'end',
    kind: 'money',
    narrow: 'line',
    // It is the balance after what stands above it: in another order it would say nothing.
    unsorted: true,
    value: (one) => one.balance,
    cell: (one) => <Money value={one.balance} />,
  },
];

/** Internal movements change no balance, so their sum is shown quietly. */
function Inside({ moved }: { moved: number }) {
  return <span className={styles.quiet}>внутри {formatMoney(moved)}</span>;
}
