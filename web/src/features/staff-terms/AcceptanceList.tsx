import { useSearchParams } from 'react-router';
import { listAcceptances } from '#contract/staff-terms.ts';
import type { DataOf } from '#contract/endpoint.ts';
import { pageOf } from '../../lib/read-address.ts';
import { ChoiceFilter, chosenOf } from '../../staff/ChoiceFilter.tsx';
import { PagedStaffTable } from '../../staff/PagedStaffTable.tsx';
import { SearchField } from '../../staff/SearchField.tsx';
import filters from '../../staff/StaffFilters.module.css';
import { readPages } from '../../state/read-pages.ts';
import { useRead } from '../../state/use-call.ts';
import type { Column } from '../../tables/column.ts';
import { TwoLines } from '../../tables/TwoLines.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { TableSkeleton } from '../../ui/Skeleton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { StatusWord } from '../../ui/StatusWord.tsx';

type Acceptance = DataOf<typeof listAcceptances>[number];

const STATES = [
  { value: 'accepted', label: 'Приняли' },
  { value: 'waiting', label: 'Не приняли' },
];

/** Which clients have accepted a version. */
export function AcceptanceList({ version }: { version: number }) {
  const [search] = useSearchParams();
  const params = { version };
  const state = chosenOf(search, 'state', STATES);
  const q = search.get('q')?.slice(0, 100);
  const query = { ...(q ? { q } : {}), ...(state ? { state: state as 'accepted' | 'waiting' } : {}) };
  const page = pageOf(search.get('page'));
  const read = useRead(listAcceptances, { params, query: { ...query, page } }, { keepPrevious: true });
  return (
    <Stack>
      <div className={filters.filters}>
        <SearchField label="Поиск компании" help="Название или ИНН" />
        <ChoiceFilter label="Согласие" name="state" all="Все клиенты" options={STATES} />
      </div>
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
          rowKey={(one) => one.company.id}
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
    value: (one) => one.company.title,
    cell: (one) => (
      <TwoLines below={one.company.inn && `ИНН ${one.company.inn}`}>{one.company.title}</TwoLines>
    ),
  },
  {
    key: 'accepted',
    header: 'Принято',
    kind: 'moment',
    narrow: 'second',
    unsorted: true,
    value: (one) => one.accepted,
    cell: (one) =>
      one.accepted ? (
        <StatusWord tone="go">
          <DateText value={one.accepted} style="datetime" />
        </StatusWord>
      ) : (
        <StatusWord tone="wait">Не принято</StatusWord>
      ),
  },
  {
    key: 'by',
    header: 'Кем',
    narrow: 'plain',
    unsorted: true,
    value: (one) => one.by,
    cell: (one) => one.by,
  },
];
