import { useSearchParams } from 'react-router';
import { listStaffMessages, type MessageState } from '#contract/messaging/staff-messages.ts';
import type { EndpointData, EndpointQuery } from '#contract/endpoint.ts';
import { usePeriod } from '../../../forms/days/use-period.ts';
import { PeriodFields } from '../../../forms/days/PeriodFields.tsx';
import { parseDay, parsePage } from '../../../lib/read-address.ts';
import { AddressFilterBar } from '../../../staff/AddressFilterBar.tsx';
import { PagedStaffTable } from '../../../staff/StaffTable.tsx';
import { useAddressFilters } from '../../../staff/use-address-filters.ts';
import { readPages } from '../../../state/read-pages.ts';
import { useRead } from '../../../state/use-call.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import type { Column } from '../../../tables/column.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { dateColumn } from '../../../tables/usual-columns.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';

type Message = EndpointData<typeof listStaffMessages>[number];

const CHANNELS = [
  { value: 'sms', label: 'СМС' },
  { value: 'mail', label: 'Письма' },
  { value: 'cabinet', label: 'В кабинете' },
  { value: 'push', label: 'Push' },
  { value: 'telegram', label: 'Telegram' },
  { value: 'max', label: 'MAX' },
];

const STATE: Record<MessageState, { label: string; tone: StatusTone }> = {
  waiting: { label: 'Ждёт отправки', tone: 'wait' },
  sent: { label: 'Отправлено', tone: 'go' },
  used: { label: 'Код введён', tone: 'go' },
  expired: { label: 'Код не введён', tone: 'neutral' },
  refused: { label: 'Не отправлено', tone: 'stop' },
  read: { label: 'Прочитано', tone: 'go' },
  gathered: { label: 'Ушло в сводке', tone: 'neutral' },
  gone: { label: 'Получатель недоступен', tone: 'stop' },
};
const FILTERS = [
  { key: 'channel', label: 'Канал', all: 'Все каналы', options: CHANNELS },
  {
    key: 'state',
    label: 'Состояние',
    all: 'Все состояния',
    options: Object.entries(STATE).map(([value, { label }]) => ({ value, label })),
  },
] as const;

/** Lists SMS, emails and notices with their status. No code, phone or address is shown whole. */
export function MessageList() {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const filters = useAddressFilters(FILTERS);
  const from = parseDay(search.get('from'));
  const to = parseDay(search.get('to'));
  const period = usePeriod({ dateFrom: from, dateTo: to }, ({ dateFrom, dateTo }) =>
    write({ from: dateFrom, to: dateTo, page: null }),
  );
  const request = {
    q: filters.words,
    ...filters.chosen,
    from,
    to,
  };
  const query = Object.fromEntries(Object.entries(request).filter(([, value]) => value)) as Partial<
    EndpointQuery<typeof listStaffMessages>
  >;
  const page = parsePage(search.get('page'));
  const messages = useRead(listStaffMessages, { query: { ...query, page } }, { keepPrevious: true });
  return (
    <Stack gap="3">
      <AddressFilterBar
        label="Фильтры сообщений"
        search={{ label: 'Поиск', placeholder: 'Кому, компания' }}
        filters={filters}
        before={<PeriodFields period={period} />}
      />
      {!messages.data && messages.error && (
        <LoadError onReload={() => void messages.refetch()} message={messages.error.message} />
      )}
      {!messages.data && !messages.error && <TableSkeleton columns={5} />}
      {messages.data && (
        <PagedStaffTable
          list="messages"
          caption="Сообщения"
          columns={COLUMNS}
          answer={messages.data}
          rowKey={(item) => item.id}
          all={() => readPages(listStaffMessages, { query })}
          empty={
            Object.keys(query).length > 0
              ? { title: 'Ничего не найдено', text: 'Измените поиск или фильтры.' }
              : {
                  title: 'Сообщений ещё не было',
                  text: 'Здесь видно, что и когда получили клиенты и водители.',
                }
          }
        />
      )}
    </Stack>
  );
}

const CHANNEL_LABELS: Record<Message['channel'], string> = {
  sms: 'СМС',
  mail: 'Письмо',
  cabinet: 'В кабинете',
  push: 'Push',
  telegram: 'Telegram',
  max: 'MAX',
};

const COLUMNS: readonly Column<Message>[] = [
  dateColumn({
    key: 'at',
    header: 'Отправлено',
    kind: 'moment',
    narrow: 'second',
    unsorted: true,
    value: (item) => item.at,
  }),
  {
    key: 'to',
    header: 'Кому',
    narrow: 'title',
    fixed: true,
    unsorted: true,
    value: (item) => item.to,
    cell: (item) => <TwoLines below={item.company?.title}>{item.to}</TwoLines>,
  },
  {
    key: 'kind',
    header: 'О чём',
    narrow: 'plain',
    unsorted: true,
    value: (item) => item.kind,
    cell: (item) => `${CHANNEL_LABELS[item.channel]}: ${item.kind}`,
  },
  {
    key: 'state',
    header: 'Состояние',
    narrow: 'plain',
    unsorted: true,
    value: (item) => STATE[item.state].label,
    cell: (item) => (
      <TwoLines below={item.reason}>
        <StatusLabel tone={STATE[item.state].tone}>{STATE[item.state].label}</StatusLabel>
      </TwoLines>
    ),
  },
];
