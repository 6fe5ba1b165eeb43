import { counted } from '#contract/counted.ts';
import { paths } from '../../paths.ts';
import type { Column } from '../../tables/column.ts';
import { RowLink } from '../../tables/RowLink.tsx';
import { TwoLines } from '../../tables/TwoLines.tsx';
import { dateColumn, extraColumn, moneyColumn } from '../../tables/usual-columns.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { StatusWord } from '../../ui/StatusWord.tsx';
import { STATE_TITLE, STATE_TONE, type Client } from './client-states.ts';
import styles from '../../staff/StaffList.module.css';

/** Their keys are what the server sorts by. */
export const CLIENT_COLUMNS: readonly Column<Client>[] = [
  {
    key: 'title',
    header: 'Клиент',
    narrow: 'title',
    fixed: true,
    value: (one) => one.title,
    cell: (one) => (
      <TwoLines below={<span className={styles.inn}>ИНН {one.inn}</span>}>
        <RowLink to={paths.staffClient(one.id)}>{one.title}</RowLink>
      </TwoLines>
    ),
  },
  extraColumn({ key: 'inn', header: 'ИНН', kind: 'number', unsorted: true, value: (one) => one.inn }),
  {
    key: 'state',
    header: 'Состояние',
    narrow: 'second',
    unsorted: true,
    value: stateWords,
    cell: (one) => <StateWord client={one} />,
  },
  moneyColumn({
    key: 'unallocated',
    header: 'Нераспределено',
    narrow: 'aside',
    value: (one) => one.unallocated,
  }),
  moneyColumn({ key: 'own', header: 'Свои средства', narrow: 'hidden', value: (one) => one.ownFunds }),
  moneyColumn({ key: 'credit', header: 'Кредит', narrow: 'hidden', value: (one) => one.creditSum }),
  moneyColumn({ key: 'debt', header: 'Долг', narrow: 'line', value: (one) => one.debt }),
  {
    key: 'cards',
    header: 'Карты',
    align: 'end',
    kind: 'count',
    narrow: 'hidden',
    unsorted: true,
    value: (one) => one.cards,
    cell: (one) => one.cards,
  },
  {
    key: 'moved',
    header: 'Движение',
    kind: 'moment',
    narrow: 'line',
    value: (one) => one.moved_at,
    cell: (one) => (one.moved_at ? <DateText value={one.moved_at} /> : 'Не было'),
  },
  dateColumn({
    key: 'since',
    header: 'Клиент с',
    kind: 'moment',
    narrow: 'hidden',
    extra: true,
    value: (one) => one.since,
  }),
];

/** A delay is said first: the rest is as it should be. */
function stateWords({ state, late }: Client): string {
  return late ? `${STATE_TITLE[state]}, просрочка` : STATE_TITLE[state];
}

export function StateWord({ client }: { client: Pick<Client, 'state' | 'late'> }) {
  const { state, late } = client;
  if (late && state === 'active') return <StatusWord tone="stop">Просрочка</StatusWord>;
  return (
    <StatusWord tone={STATE_TONE[state]}>
      {late ? `${STATE_TITLE[state]}, просрочка` : STATE_TITLE[state]}
    </StatusWord>
  );
}

export function clientsWords(count: number): string {
  return counted(count, ['клиент', 'клиента', 'клиентов']);
}
