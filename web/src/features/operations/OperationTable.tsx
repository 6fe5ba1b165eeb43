import type { z } from 'zod';
import { shortNumber } from '#contract/card-number.ts';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { operation } from '#contract/operations.ts';
import { formatMoney, keepNumbersWhole } from '../../lib/format.ts';
import { DateText } from '../../ui/DateText.tsx';
import { Litres, Money, NoMoney } from '../../ui/Money.tsx';
import { StatusWord, type StatusTone } from '../../ui/StatusWord.tsx';
import { Table, type Column } from '../../ui/Table.tsx';
import { signedSum } from './signed-sum.ts';
import styles from './OperationTable.module.css';

export type Operation = z.infer<typeof operation>;

const TONE: Record<number, StatusTone> = {
  [OPERATION_STATUS.done]: 'go',
  [OPERATION_STATUS.inProgress]: 'wait',
  [OPERATION_STATUS.failed]: 'stop',
};

const COLUMNS: readonly Column<Operation>[] = [
  {
    key: 'at',
    // A dispatcher in Vladivostok would take it for his own time, seven hours off.
    header: 'Дата и время, МСК',
    cell: (one) => <DateText value={one.created_at} style="datetime" className={styles.whole} />,
  },
  {
    key: 'card',
    header: 'Карта',
    cell: (one) => <span className={styles.whole}>{shortNumber(one.card.card_number)}</span>,
  },
  {
    key: 'what',
    header: 'Операция',
    narrow: 'title',
    cell: (one) => (
      <span className={styles.what}>
        <span>{one.purchase ? one.purchase.goodsItem.title : one.type.title}</span>
        <span className={styles.quiet}>{keepNumbersWhole(wordsOf(one))}</span>
      </span>
    ),
  },
  {
    key: 'litres',
    header: 'Литры',
    align: 'end',
    cell: (one) =>
      one.purchase ? (
        <span className={styles.what}>
          <Litres value={one.purchase.unit_cnt} />
          <span className={styles.price}>по {formatMoney(one.purchase.unit_price)}</span>
        </span>
      ) : (
        <NoMoney />
      ),
  },
  {
    key: 'status',
    header: 'Статус',
    cell: (one) => <StatusWord tone={TONE[one.status.id] ?? 'neutral'}>{one.status.title}</StatusWord>,
  },
  {
    key: 'sum',
    header: 'Сумма',
    align: 'end',
    narrow: 'aside',
    cell: (one) => (isBlock(one) ? <NoMoney /> : <Money value={signedSum(one.type.id, one.sum)} signed />),
  },
];

/** Operations, newest first. Types 1 and 10 carry a plus, 11 a minus (spec section 9). */
export function OperationTable({ operations }: { operations: readonly Operation[] }) {
  return <Table caption="Операции" columns={COLUMNS} rows={operations} rowKey={(one) => one.id} />;
}

function wordsOf({ purchase, reason, repaid }: Operation): string {
  if (repaid) return `Из них ${formatMoney(repaid)} — за топливо, купленное раньше`;
  return purchase?.address ?? reason ?? '';
}

function isBlock(one: Operation): boolean {
  return one.type.id === OPERATION_TYPE.blocking || one.type.id === OPERATION_TYPE.unblocking;
}
