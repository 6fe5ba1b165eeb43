import { useSearchParams } from 'react-router';
import { listAcceptances, type AcceptanceState } from '#contract/staff-terms.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { parsePage } from '../../lib/read-address.ts';
import { AddressFilterBar } from '../../staff/AddressFilterBar.tsx';
import { PagedStaffTable } from '../../staff/PagedStaffTable.tsx';
import { useAddressFilters } from '../../staff/use-address-filters.ts';
import { readPages } from '../../state/read-pages.ts';
import { useRead } from '../../state/use-call.ts';
import type { Column } from '../../tables/column.ts';
import { TwoLines } from '../../tables/TwoLines.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { TableSkeleton } from '../../ui/Skeleton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';

type Acceptance = EndpointData<typeof listAcceptances>[number];

const FILTERS = [
  {
    key: 'state',
    label: 'Согласие',
    all: 'Все клиенты',
    options: [
      { value: 'accepted', label: 'Приняли' },
      { value: 'waiting', label: 'Не приняли' },
    ],
  },
] as const;

/** Lists which clients have accepted a version. */
export function AcceptanceList({ version }: { version: number }) {
  const [search] = useSearchParams();
  const params = { version };
  const filters = useAddressFilters(FILTERS);
  const { words: searchText } = filters;
  const state = (filters.chosen.state || undefined) as AcceptanceState | undefined;
  const query = { ...(searchText ? { q: searchText } : {}), ...(state ? { state } : {}) };
  const page = parsePage(search.get('page'));
  const read = useRead(listAcceptances, { params, query: { ...query, page } }, { keepPrevious: true });
  return (
    <Stack>
      <AddressFilterBar
        label="Фильтры клиентов"
        search={{ label: 'Поиск компании', placeholder: 'ИНН, название' }}
        filters={filters}
      />
      {!read.data && read.error && (
        <LoadError onReload={() => void read.refetch()} message={read.error.message} />
      )}
      {!read.data && !read.error && <TableSkeleton columns={3} />}
      {read.data && (
        <PagedStaffTable
          list="acceptances"
          caption={`Редакция № ${version}, клиенты`}
          columns={COLUMNS}
          answer={read.data}
          rowKey={(item) => item.company.id}
          all={() => readPages(listAcceptances, { params, query })}
          empty={{ title: 'Клиентов нет', words: 'Измените фильтры.' }}
        />
      )}
    </Stack>
  );
}

const COLUMNS: readonly Column<Acceptance>[] = [
  {
    key: 'company',
    header: 'Компания',
    narrow: 'title',
    fixed: true,
    unsorted: true,
    value: (item) => item.company.title,
    cell: (item) => (
      <TwoLines below={item.company.inn && `ИНН ${item.company.inn}`}>{item.company.title}</TwoLines>
    ),
  },
  {
    key: 'accepted',
    header: 'Принято',
    kind: 'moment',
    narrow: 'second',
    unsorted: true,
    value: (item) => item.accepted,
    cell: (item) =>
      item.accepted ? (
        <StatusLabel tone="go">
          <DateText value={item.accepted} style="datetime" />
        </StatusLabel>
      ) : (
        <StatusLabel tone="wait">Не принято</StatusLabel>
      ),
  },
  {
    key: 'by',
    header: 'Кем',
    narrow: 'plain',
    unsorted: true,
    value: (item) => item.by,
    cell: (item) => item.by,
  },
];
