import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { EndpointData } from '#contract/endpoint.ts';
import { SHIPMENT_STATES, type ShipmentState } from '#contract/orders/order-delivery.ts';
import { listShipments } from '#contract/orders/shipments.ts';
import { counted } from '#contract/values/counted.ts';
import { formatPhone } from '#contract/values/phone.ts';
import { parsePage } from '../../../lib/read-address.ts';
import { paths } from '../../../paths.ts';
import { PagedStaffTable } from '../../../staff/StaffTable.tsx';
import { useAddressFilters } from '../../../staff/use-address-filters.ts';
import { useMay } from '../../../staff/use-may.ts';
import { readPages } from '../../../state/read-pages.ts';
import { useRead } from '../../../state/use-call.ts';
import type { Column } from '../../../tables/column.ts';
import { FilterBar } from '../../../tables/FilterBar.tsx';
import { RowLink } from '../../../tables/RowLink.tsx';
import { SearchField } from '../../../tables/SearchField.tsx';
import { SelectionBar } from '../../../tables/SelectionBar.tsx';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { dateColumn } from '../../../tables/usual-columns.tsx';
import { useRowSelection } from '../../../tables/use-row-selection.ts';
import { Button } from '../../../ui/Button.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { DeliverDialog, SendDialog } from './shipment-dialogs.tsx';

type Shipment = EndpointData<typeof listShipments>[number];

const REFRESH_MS = 15_000;
const ORDERS = ['заявка', 'заявки', 'заявок'] as const;

/** States as staff choose them in the filter. */
const STATE_TITLE: Record<ShipmentState, string> = {
  'to-send': 'К отправке',
  sent: 'Отправлены',
  delivered: 'Доставлены',
  received: 'Получены',
};

const ALL = { value: 'all', label: 'Все состояния' };
const TO_SEND = { value: 'to-send', label: STATE_TITLE['to-send'] };
const STATES = [ALL, ...SHIPMENT_STATES.map((value) => ({ value, label: STATE_TITLE[value] }))];

/** Plastic cards of orders; those to send are listed until another state is chosen, and many are marked at once. */
export function ShipmentList() {
  const [search] = useSearchParams();
  // What waits comes first. A search finds an order in any state.
  const usual = search.get('q') ? ALL : TO_SEND;
  const filters = useAddressFilters([
    {
      key: 'state' as const,
      label: 'Состояние',
      all: usual.label,
      options: STATES.filter(({ value }) => value !== usual.value),
    },
  ]);
  const state = filters.chosen.state || usual.value;
  const mayRun = useMay('staff.runProgramme');
  const query = {
    state: state === ALL.value ? undefined : (state as ShipmentState),
    q: filters.words || undefined,
  };
  const page = parsePage(search.get('page'));
  const read = useRead(
    listShipments,
    { query: { ...query, page } },
    { keepPrevious: true, refetchMs: REFRESH_MS },
  );
  const answer = read.data;
  const listed = useMemo(() => answer?.data.map((item) => item.request_id) ?? [], [answer]);
  const { selection, selected } = useRowSelection(listed);
  if (!answer && read.error)
    return <LoadError onReload={() => void read.refetch()} message={read.error.message} />;
  return (
    <Stack>
      <FilterBar
        label="Поиск и фильтры отправок"
        first={
          <SearchField
            label="Поиск"
            placeholder="Заявка или ИНН"
            value={filters.words}
            onChange={filters.find}
          />
        }
        fields={filters.fields}
        onClear={filters.clear}
      />
      {!answer && <TableSkeleton columns={6} />}
      {answer && (
        <PagedStaffTable
          caption="Отправка карт"
          columns={COLUMNS}
          answer={answer}
          rowKey={(item) => item.request_id}
          all={() => readPages(listShipments, { query })}
          empty={
            state === TO_SEND.value && !filters.words
              ? {
                  title: 'Отправлять нечего',
                  text: 'Заявка появится здесь, когда сеть выпустит по ней все карты.',
                }
              : { title: 'Ничего не найдено', text: 'Измените поиск или состояние.' }
          }
          {...(mayRun && { selection })}
          nameRow={(item) => `заявку № ${item.request_id}, ${item.company.title}`}
        />
      )}
      <ChosenShipments
        chosen={(answer?.data ?? []).filter((item) => selected.includes(item.request_id))}
        onNone={() => selection.chooseAll(selected, false)}
      />
    </Stack>
  );
}

function ChosenShipments({ chosen, onNone }: { chosen: readonly Shipment[]; onNone: () => void }) {
  const { show, dialog } = useDialogs();
  const toSend = chosen.filter(({ state }) => state === 'to-send' || state === 'sent');
  const toDeliver = chosen.filter(({ state }) => state === 'sent');
  const getIds = (list: readonly Shipment[]) => list.map((item) => item.request_id);
  return (
    <>
      <SelectionBar
        label="Выбранные отправки"
        text={counted(chosen.length, ORDERS)}
        selected={chosen.length}
        onNone={onNone}
      >
        {toSend.length + toDeliver.length === 0 && <span className="ink-2">Эти карты уже у клиентов</span>}
        {toSend.length > 0 && (
          <Button
            size="small"
            onClick={() =>
              show((onClose) => <SendDialog ids={getIds(toSend)} onClose={onClose} onDone={onNone} />)
            }
          >
            {`Отметить отправку: ${toSend.length}`}
          </Button>
        )}
        {toDeliver.length > 0 && (
          <Button
            size="small"
            onClick={() =>
              show((onClose) => <DeliverDialog ids={getIds(toDeliver)} onClose={onClose} onDone={onNone} />)
            }
          >
            {`Отметить доставку: ${toDeliver.length}`}
          </Button>
        )}
      </SelectionBar>
      {dialog}
    </>
  );
}

const COLUMNS: readonly Column<Shipment>[] = [
  {
    key: 'request',
    header: 'Заявка',
    narrow: 'title',
    fixed: true,
    leastWidth: 220,
    unsorted: true,
    value: (item) => item.request_id,
    cell: (item) => (
      <TwoLines below={item.company.title}>
        <RowLink to={paths.staffRequest(item.request_id)} label={`Заявка № ${item.request_id}`}>
          {`№ ${item.request_id}`}
        </RowLink>
      </TwoLines>
    ),
  },
  {
    key: 'company',
    header: 'Компания',
    narrow: 'hidden',
    extra: true,
    unsorted: true,
    value: (item) => item.company.title,
    cell: (item) => item.company.title,
  },
  {
    key: 'cards',
    header: 'Карты',
    narrow: 'line',
    unsorted: true,
    value: (item) => item.networks,
    cell: (item) => item.networks,
  },
  {
    key: 'address',
    header: 'Куда и кому',
    narrow: 'plain',
    leastWidth: 220,
    unsorted: true,
    value: (item) => `${item.address}, ${item.recipient}`,
    cell: (item) => (
      <TwoLines below={[item.recipient, formatPhone(item.phone)].filter(Boolean).join(', ')}>
        {item.address}
      </TwoLines>
    ),
  },
  {
    key: 'phone',
    header: 'Телефон',
    narrow: 'hidden',
    extra: true,
    unsorted: true,
    value: (item) => formatPhone(item.phone),
    cell: (item) => formatPhone(item.phone),
  },
  {
    ...dateColumn<Shipment>({ key: 'ready', header: 'Выпущены', value: (item) => item.ready }),
    narrow: 'line',
    unsorted: true,
  },
  {
    key: 'state',
    header: 'Состояние',
    narrow: 'second',
    width: 200,
    unsorted: true,
    value: describeState,
    cell: (item) => (
      <TwoLines
        below={
          item.sent ? (
            <>
              {item.carrier}
              {item.tracking && `, ${item.tracking}`}, <DateText value={item.sent} />
            </>
          ) : null
        }
      >
        <StatusLabel tone={item.state === 'received' ? 'go' : 'wait'}>{STATE_TITLE[item.state]}</StatusLabel>
      </TwoLines>
    ),
  },
];

function describeState({ state, carrier, tracking }: Shipment): string {
  return [STATE_TITLE[state], carrier, tracking].filter(Boolean).join(', ');
}
