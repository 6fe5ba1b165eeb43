import type { z } from 'zod';
import type { statementMovement } from '#contract/statement.ts';
import { formatMoney, keepNumbersWhole } from '../../lib/format.ts';
import { DateText } from '../../ui/DateText.tsx';
import { Money } from '../../ui/Money.tsx';
import { Table, type Column } from '../../ui/Table.tsx';
import styles from './StatementReport.module.css';

export type Movement = z.infer<typeof statementMovement>;

const COLUMNS: readonly Column<Movement>[] = [
  { key: 'at', header: 'Дата', cell: (one) => <DateText value={one.at} /> },
  {
    key: 'what',
    header: 'Содержание',
    narrow: 'title',
    cell: (one) => (
      <span className={styles.what}>
        <span className={styles.words}>{keepNumbersWhole(one.description)}</span>
        <span className={styles.quiet}>{keepNumbersWhole(`${one.from} → ${one.to}`)}</span>
      </span>
    ),
  },
  {
    key: 'sum',
    header: 'Сумма',
    align: 'end',
    narrow: 'aside',
    cell: (one) => (one.sum === 0 ? <Inside moved={one.moved} /> : <Money value={one.sum} signed />),
  },
  { key: 'balance', header: 'Остаток', align: 'end', cell: (one) => <Money value={one.balance} /> },
];

/** The movements of a statement, oldest first, each with the balance after it. */
export function StatementTable({ movements }: { movements: readonly Movement[] }) {
  return <Table caption="Движения средств" columns={COLUMNS} rows={movements} rowKey={(one) => one.id} />;
}

/** Internal movements change no balance, so their sum is shown quietly. */
function Inside({ moved }: { moved: number }) {
  return <span className={styles.quiet}>внутри {formatMoney(moved)}</span>;
}
