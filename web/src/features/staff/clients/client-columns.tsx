import { counted } from '#contract/values/counted.ts';
import { paths } from '../../../paths.ts';
import type { Column } from '../../../tables/column.ts';
import { LeftOutPart } from '../../../tables/LeftOutPart.tsx';
import { RowLink } from '../../../tables/RowLink.tsx';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { dateColumn, extraColumn, moneyColumn } from '../../../tables/usual-columns.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { STATE_TITLE, STATE_TONE, type Client } from './client-states.ts';
import styles from '../../../staff/StaffList.module.css';

const CARD_FORMS = ['карта', 'карты', 'карт'] as const;

/** Their keys are what the server sorts by. */
export const CLIENT_COLUMNS: readonly Column<Client>[] = [
  {
    key: 'title',
    header: 'Клиент',
    narrow: 'title',
    fixed: true,
    width: 220,
    value: (item) => item.title,
    cell: (item) => (
      <TwoLines
        below={
          <>
            <span className={styles.inn}>ИНН {item.inn}</span>
            <LeftOutPart column="cards">, {counted(item.cards, CARD_FORMS)}</LeftOutPart>
          </>
        }
      >
        <RowLink to={paths.staffClient(item.id)}>{item.title}</RowLink>
      </TwoLines>
    ),
  },
  extraColumn({ key: 'inn', header: 'ИНН', kind: 'number', unsorted: true, value: (item) => item.inn }),
  {
    key: 'state',
    header: 'Состояние',
    narrow: 'second',
    unsorted: true,
    value: formatState,
    cell: (item) => <StateLabel client={item} />,
  },
  moneyColumn({
    key: 'unallocated',
    header: 'Нераспределено',
    narrow: 'aside',
    leastWidth: 144,
    value: (item) => item.unallocated,
  }),
  moneyColumn({ key: 'own', header: 'Свои средства', narrow: 'hidden', value: (item) => item.ownFunds }),
  moneyColumn({ key: 'credit', header: 'Кредит', narrow: 'hidden', value: (item) => item.creditSum }),
  moneyColumn({ key: 'debt', header: 'Долг', narrow: 'line', value: (item) => item.debt }),
  {
    key: 'cards',
    header: 'Карты',
    align: 'end',
    kind: 'count',
    narrow: 'hidden',
    leaves: 1,
    inName: true,
    leastWidth: 64,
    unsorted: true,
    value: (item) => item.cards,
    cell: (item) => item.cards,
  },
  {
    key: 'moved',
    header: 'Движение',
    kind: 'moment',
    narrow: 'line',
    value: (item) => item.moved_at,
    cell: (item) => (item.moved_at ? <DateText value={item.moved_at} /> : 'Не было'),
  },
  dateColumn({
    key: 'since',
    header: 'Клиент с',
    kind: 'moment',
    narrow: 'hidden',
    extra: true,
    value: (item) => item.since,
  }),
];

/** A delay is shown first, because the rest is as it should be. */
function formatState({ state, late }: Client): string {
  return late ? `${STATE_TITLE[state]}, просрочка` : STATE_TITLE[state];
}

export function StateLabel({ client }: { client: Pick<Client, 'state' | 'late'> }) {
  const { state, late } = client;
  if (late && state === 'active') return <StatusLabel tone="stop">Просрочка</StatusLabel>;
  return (
    <StatusLabel tone={STATE_TONE[state]}>
      {late ? `${STATE_TITLE[state]}, просрочка` : STATE_TITLE[state]}
    </StatusLabel>
  );
}

export function formatClientCount(count: number): string {
  return counted(count, ['клиент', 'клиента', 'клиентов']);
}
