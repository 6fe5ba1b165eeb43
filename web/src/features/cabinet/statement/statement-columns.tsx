import type { z } from 'zod';
import type { statementMovement } from '#contract/money/statement.ts';
import { splitPurchase } from '../../../cards/split-purchase.ts';
import { formatMoney, glueNumbers } from '../../../lib/format.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { VisuallyHidden } from '../../../ui/text/VisuallyHidden.tsx';
import { dateColumn } from '../../../tables/usual-columns.tsx';
import type { Column } from '../../../tables/column.ts';
import styles from './StatementReport.module.css';

export type Movement = z.infer<typeof statementMovement> & {
  /** The row above is of the same day, which stands there. */
  isSameDay?: boolean;
};

export const STATEMENT_COLUMNS: readonly Column<Movement>[] = [
  dateColumn({
    key: 'at',
    header: 'Дата',
    width: 124,
    kind: 'moment',
    value: (item) => item.at,
    // The file has the moment; here the day is enough.
    cell: (item) =>
      item.isSameDay ? (
        <VisuallyHidden>
          <DateText value={item.at} />
        </VisuallyHidden>
      ) : (
        <DateText value={item.at} />
      ),
  }),
  {
    key: 'what',
    header: 'Содержание',
    narrow: 'title',
    fixed: true,
    value: (item) => item.description,
    cell: (item) => {
      const { what, place } = splitPurchase(item.description);
      const below = [`${item.from} → ${item.to}`, place].filter(Boolean).join(' · ');
      return (
        <TwoLines cut below={<span title={place}>{glueNumbers(below)}</span>}>
          {glueNumbers(what)}
        </TwoLines>
      );
    },
  },
  {
    key: 'sum',
    header: 'Сумма',
    width: 150,
    align: 'end',
    kind: 'money',
    value: (item) => item.sum,
    narrow: 'aside',
    cell: (item) => (item.sum === 0 ? <InternalSum moved={item.moved} /> : <Money value={item.sum} signed />),
  },
  {
    key: 'from',
    header: 'Откуда',
    width: 200,
    narrow: 'hidden',
    extra: true,
    value: (item) => item.from,
    cell: (item) => glueNumbers(item.from),
  },
  {
    key: 'to',
    header: 'Куда',
    width: 200,
    narrow: 'hidden',
    extra: true,
    value: (item) => item.to,
    cell: (item) => glueNumbers(item.to),
  },
  {
    key: 'balance',
    header: 'Остаток',
    width: 150,
    align: 'end',
    kind: 'money',
    narrow: 'line',
    // The balance after the movements above it has no meaning in another order.
    unsorted: true,
    value: (item) => item.balance,
    cell: (item) => <Money value={item.balance} />,
  },
];

/** Internal movements change no balance, so their sum is shown quietly. */
function InternalSum({ moved }: { moved: number }) {
  return <span className={styles.quiet}>внутри {formatMoney(moved)}</span>;
}
