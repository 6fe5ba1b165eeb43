import { useSearchParams } from 'react-router';
import type { EndpointQuery } from '#contract/endpoint.ts';
import { findClients, type CLIENT_FILTERS } from '#contract/companies/clients.ts';
import { formatMoney } from '../../../lib/format.ts';
import { offeredValue, parsePage } from '../../../lib/read-address.ts';
import { readPages } from '../../../state/read-pages.ts';
import { useRead } from '../../../state/use-call.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { FilterBar } from '../../../tables/FilterBar.tsx';
import { SearchField } from '../../../tables/SearchField.tsx';
import { TableTools } from '../../../tables/TableTools.tsx';
import { writtenSort } from '../../../tables/table-view.ts';
import { useTableView } from '../../../tables/use-table-view.ts';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { CLIENT_COLUMNS, formatClientCount } from './client-columns.tsx';
import { FoundPeople } from './FoundPeople.tsx';
import { BALANCE_FILTER, IDLE_FILTER, STATE_FILTER } from './client-states.ts';
import styles from './Clients.module.css';

type Filter = Exclude<(typeof CLIENT_FILTERS)[number], undefined>;
type Sort = NonNullable<EndpointQuery<typeof findClients>['sort']>;
type SortParameter = `${'' | '-'}${Sort['key']}`;

const getValues = (options: readonly { value: string }[]) => options.map(({ value }) => value);

/** All clients of the programme: found, filtered, added up, in the order that the server makes. */
export function ClientList() {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const q = search.get('q') ?? '';
  const state = offeredValue(search.get('state'), getValues(STATE_FILTER));
  const idle = offeredValue(search.get('idle'), getValues(IDLE_FILTER));
  const from = offeredValue(search.get('from'), getValues(BALANCE_FILTER));
  const page = parsePage(search.get('page'));
  const control = useTableView('clients', CLIENT_COLUMNS);
  const request = {
    q: q || undefined,
    state: (state || undefined) as Filter | undefined,
    idle: Number(idle) || undefined,
    unallocated_from: from || undefined,
    sort: writtenSort(control.view) as SortParameter | undefined,
  };
  const clients = useRead(findClients, { query: { ...request, page } }, { keepPrevious: true });
  const choose = (name: string) => (value: string) => write({ [name]: value, page: null });

  if (!clients.data && clients.error)
    return <LoadError onReload={() => void clients.refetch()} message={clients.error.message} />;
  const found = clients.data;
  return (
    <Stack gap="3" aria-busy={clients.isPlaceholderData}>
      <FilterBar
        label="Фильтры клиентов"
        first={
          <SearchField
            wide
            label="ИНН, название, телефон"
            placeholder="ИНН, название, телефон"
            value={q}
            onChange={choose('q')}
            maxLength={200}
          />
        }
        fields={[
          {
            key: 'state',
            label: 'Состояние',
            all: 'Все клиенты',
            value: state,
            options: STATE_FILTER,
            onChange: choose('state'),
          },
          {
            key: 'idle',
            label: 'Без движения',
            all: 'С движением и без',
            value: idle,
            options: IDLE_FILTER,
            onChange: choose('idle'),
          },
          {
            key: 'from',
            label: 'Нераспределено',
            all: 'Любой остаток',
            value: from,
            options: BALANCE_FILTER,
            onChange: choose('from'),
          },
        ]}
        onClear={() => write({ state: null, idle: null, from: null, page: null })}
      />
      <FoundPeople q={q} />
      {!found && <TableSkeleton columns={6} />}
      {found && found.meta.pagination.total === 0 && (
        <NoClients isFiltered={[q, state, idle, from].some((value) => value !== '')} />
      )}
      {found && found.meta.pagination.total > 0 && (
        <Panel
          title={`Найдено: ${formatClientCount(found.meta.pagination.total)}`}
          variant="flush"
          action={
            <TableTools
              list="clients"
              columns={CLIENT_COLUMNS}
              control={control}
              fileName="Клиенты"
              rows={() => readPages(findClients, { query: request })}
            />
          }
        >
          <Totals {...found.meta.totals} />
          <DataTable
            caption="Клиенты"
            columns={CLIENT_COLUMNS}
            rows={found.data}
            rowKey={(item) => item.id}
            control={control}
            inOrder
          />
        </Panel>
      )}
      <Pagination
        page={page}
        totalPages={found?.meta.pagination.total_pages ?? 1}
        onChange={(next) => write({ page: next > 1 ? next : null })}
      />
    </Stack>
  );
}

function NoClients({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return <EmptyState title="Таких клиентов нет">Измените поиск или снимите фильтры.</EmptyState>;
  return (
    <EmptyState title="Клиентов ещё нет">
      Компания становится клиентом, когда вы одобрите её первую заявку.
    </EmptyState>
  );
}

/** Totals of all clients found, on all pages. */
function Totals({ unallocated, creditSum, debt }: Record<'unallocated' | 'creditSum' | 'debt', number>) {
  const sums = [
    ['Нераспределено', unallocated],
    ['Кредит', creditSum],
    ['Долг', debt],
  ] as const;
  return (
    <dl className={styles.totals} aria-label="Итоги по найденным">
      {sums.map(([name, sum]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatMoney(sum)}</dd>
        </div>
      ))}
    </dl>
  );
}
