import type { ListFormat } from '#contract/list-files.ts';
import { can } from '#contract/access.ts';
import type { EndpointMeta } from '#contract/endpoint.ts';
import { listSignals, SIGNAL_STATE_TITLE, SIGNAL_STATES } from '#contract/fleet/signals.ts';
import { formatMoney } from '../../../lib/format.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { counted } from '#contract/values/counted.ts';
import { paths } from '../../../paths.ts';
import { useRole } from '../../../server/session.ts';
import { readPages } from '../../../state/read-pages.ts';
import { useRead } from '../../../state/use-call.ts';
import { exportRows } from '../../../tables/export-rows.ts';
import { FileMenu } from '../../../tables/TableTools.tsx';
import { PLAIN_VIEW } from '../../../tables/table-view.ts';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack, Row } from '../../../ui/Stack.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { AssignModal } from './AssignModal.tsx';
import { FillingLine, getLead } from './FillingLine.tsx';
import { type Person, type Signal, CLOSING_STATUS, ownerOptions } from './signal-labels.ts';
import styles from './Signals.module.css';
import { useSignalFilters, type FilterName, type SignalFilters } from './use-signal-filters.ts';
import { VerdictModal } from './VerdictModal.tsx';
import { formatPlate } from '#contract/values/plate.ts';
import type { Column, Value } from '../../../tables/column.ts';
import type { ReactNode } from 'react';
import { listDrivers } from '#contract/cards/drivers.ts';
import { SIGNAL_RULE, SIGNAL_RULE_KEYS } from '#contract/fleet/signal-rule.ts';
import { listVehicles } from '#contract/fleet/vehicles.ts';
import { fullDriverName } from '../../../cards/describe-card.ts';
import { ChoiceChips } from '../../../tables/ChoiceChips.tsx';
import { FilterBar } from '../../../tables/FilterBar.tsx';

type Props = {
  filters: SignalFilters;
  people: readonly Person[];
  onChange: (name: FilterName, value: string) => void;
  onClear: () => void;
  tools: ReactNode;
};

/** State, rule, truck, driver and owner. */
function SignalFilterBar({ filters, people, onChange, onClear, tools }: Props) {
  const isNarrow = useMedia('(max-width: 639px)');
  const vehicles = useRead(listVehicles).data?.data ?? [];
  const drivers = useRead(listDrivers).data?.data ?? [];
  const options = {
    rule: SIGNAL_RULE_KEYS.map((value) => ({ value, label: SIGNAL_RULE[value].title })),
    vehicle: vehicles.map((vehicle) => ({ value: String(vehicle.id), label: formatPlate(vehicle.plate) })),
    driver: drivers.map((driver) => ({ value: String(driver.id), label: fullDriverName(driver) })),
    owner: [...OWNERS, ...ownerOptions(people)],
    sort: [{ value: 'time', label: 'Сначала новые' }],
    // Set by the card's own page and by links in emails.
    card: filters.card ? [{ value: filters.card, label: 'одна' }] : [],
  };
  const fields = FIELDS.filter(({ key }) => key !== 'card' || filters.card !== '').map((field) => ({
    ...field,
    value: filters[field.key],
    options: options[field.key],
    onChange: (value: string) => onChange(field.key, value),
  }));
  // The states take four lines of a phone: there they are one of the filters.
  const state = {
    key: 'state',
    label: 'Состояние',
    all: 'Все состояния',
    value: filters.state,
    options: STATES.filter(({ value }) => value !== ''),
    onChange: (value: string) => onChange('state', value),
  };
  if (isNarrow)
    return (
      <Row between nowrap align="start">
        <div className={styles.filters}>
          <FilterBar label="Фильтры сигналов" first={null} fields={[state, ...fields]} onClear={onClear} />
        </div>
        <div className={styles.files}>{tools}</div>
      </Row>
    );
  return (
    <>
      <Row between nowrap align="start">
        <ChoiceChips label={state.label} options={STATES} value={state.value} onChange={state.onChange} />
        <div className={styles.files}>{tools}</div>
      </Row>
      <FilterBar label="Фильтры сигналов" first={null} fields={fields} onClear={onClear} />
    </>
  );
}

/** A chip shows many, the state of a row is about one. */
const STATE_CHIPS: Record<keyof typeof SIGNAL_STATE_TITLE, string> = {
  ...SIGNAL_STATE_TITLE,
  new: 'Новые',
  explained: 'Объяснены',
};
const STATES = [
  { value: '', label: 'Все' },
  { value: 'open', label: 'Ждут решения' },
  ...SIGNAL_STATES.map((value) => ({ value, label: STATE_CHIPS[value] })),
];
const OWNERS = [
  { value: 'me', label: 'Мои' },
  { value: 'nobody', label: 'Без ответственного' },
];
const FIELDS = [
  { key: 'rule', label: 'Правило', all: 'Все правила' },
  { key: 'vehicle', label: 'Машина', all: 'Все машины' },
  { key: 'driver', label: 'Водитель', all: 'Все водители' },
  { key: 'owner', label: 'Ответственный', all: 'Все ответственные' },
  { key: 'sort', label: 'Порядок', all: 'Сначала важные' },
  { key: 'card', label: 'Карта', all: 'Все карты' },
] as const;

const POLL_MS = 30_000;
const PER_PAGE = 20;
const FILLINGS = ['заправка', 'заправки', 'заправок'] as const;
const NO_PEOPLE: readonly Person[] = [];

/** «Подозрительные заправки»: each with its reasons and its verdict; the user's own open ones come first. */
export function SignalList() {
  const { filters, page, upTo, chosen, set, clear, turn } = useSignalFilters();
  const read = useRead(
    listSignals,
    { query: { ...chosen, by: 'filling', ...(upTo && { upTo: Number(upTo) }), page, perPage: PER_PAGE } },
    { refetchMs: POLL_MS, keepPrevious: true },
  );
  const found = read.data;
  const save = async (format: ListFormat) => {
    const newest = found?.meta.up_to;
    const rows = await readPages(listSignals, { query: { ...chosen, ...(newest && { upTo: newest }) } });
    return exportRows(format, {
      name: 'Подозрительные заправки',
      columns: SIGNAL_COLUMNS,
      rows,
      view: PLAIN_VIEW,
    });
  };
  return (
    <Stack>
      <SignalFilterBar
        filters={filters}
        people={found?.meta.people ?? NO_PEOPLE}
        onChange={set}
        onClear={clear}
        tools={<FileMenu save={save} />}
      />
      {read.isPending ? (
        <ListSkeleton count={4} label="Загружаются подозрительные заправки" />
      ) : !found ? (
        <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />
      ) : found.data.length === 0 ? (
        <Nothing filtered={Object.values(filters).some((value) => value !== '')} />
      ) : (
        <>
          <SignalSummary meta={found.meta} />
          <SignalTable signals={found.data} people={found.meta.people} />
          <Pagination
            page={page}
            totalPages={found.meta.pagination.total_pages}
            onChange={(next) => turn(next, found.meta.up_to)}
          />
        </>
      )}
    </Stack>
  );
}

/** Shows how many signals are open, what they may have cost, and who is responsible. */
function SignalSummary({ meta: { open, owner } }: { meta: EndpointMeta<typeof listSignals> }) {
  return (
    <p className="ink-2">
      {open.all === 0
        ? 'Все заправки разобраны.'
        : `Ждут решения: ${counted(open.fillings, FILLINGS)} на ${formatMoney(open.stake)}.`}{' '}
      {owner ? `Отвечает ${owner.name}.` : 'Ответственного нет: сводку получают администраторы.'}{' '}
      <TextLink to={paths.signalRules} data-print="hide">
        Изменить
      </TextLink>
    </p>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  if (filtered) return <EmptyState title="Таких заправок нет">Выберите другие фильтры.</EmptyState>;
  return (
    <EmptyState
      title="Пока всё в порядке"
      action={<TextLink to={paths.signalRules}>Правила проверки</TextLink>}
    >
      Здесь будут заправки, которые выглядят странно: больше бака, ночью, слишком часто. Проверка идёт сама.
    </EmptyState>
  );
}

function SignalTable({ signals, people }: { signals: readonly Signal[]; people: readonly Person[] }) {
  const { show, dialog } = useDialogs();
  const may = can(useRole(), 'changeCard');
  // The server lists the signals of one filling together.
  const fillings = Map.groupBy(signals, ({ operation }) => operation.id);
  return (
    <>
      <Panel variant="flush" aria-label="Подозрительные заправки">
        <ul className={styles.list}>
          {[...fillings].map(([operationId, all]) => {
            const lead = getLead(all);
            return (
              <FillingLine
                key={operationId}
                signals={all}
                may={
                  may && lead
                    ? {
                        judge: () => show((onClose) => <VerdictModal signals={all} onClose={onClose} />),
                        assign: () =>
                          show((onClose) => <AssignModal signal={lead} people={people} onClose={onClose} />),
                      }
                    : null
                }
              />
            );
          })}
        </ul>
      </Panel>
      {dialog}
    </>
  );
}

/** Columns of a file of signals. */
const SIGNAL_COLUMNS: readonly Column<Signal>[] = [
  column('at', 'Когда', ({ operation }) => operation.at, 'moment'),
  column('rule', 'Причина', ({ rule }) => rule.title),
  column('evidence', 'На чём основано', ({ evidence }) => evidence),
  column('confidence', 'Вероятность, %', ({ confidence }) => confidence, 'count'),
  column('state', 'Состояние', ({ state }) => SIGNAL_STATE_TITLE[state]),
  column('vehicle', 'Машина', ({ vehicle }) => vehicle && formatPlate(vehicle.plate)),
  column('driver', 'Водитель', ({ driver }) => driver),
  column('card', 'Карта', ({ card }) => card.card_number, 'number'),
  column('goods', 'Топливо', ({ operation }) => operation.goods),
  column('litres', 'Литры', ({ operation }) => operation.litres, 'litres'),
  column('sum', 'Сумма, ₽', ({ operation }) => operation.sum, 'money'),
  column('station', 'АЗС', ({ operation }) => operation.station),
  column('closing', 'Карта после сигнала', ({ closing }) => closing && CLOSING_STATUS[closing].text),
  column('owner', 'Кто разбирает', ({ owner }) => owner),
  column('note', 'Пояснение', ({ note }) => note || null),
];

function column(
  key: string,
  header: string,
  value: (item: Signal) => Value,
  kind: Column<Signal>['kind'] = 'text',
): Column<Signal> {
  return { key, header, kind, value, cell: value };
}
