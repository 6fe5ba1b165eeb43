import { useMemo } from 'react';
import { REQUEST_STATUS, REQUEST_STATUS_TITLE } from '#contract/ids.ts';
import { staffCan } from '#contract/staff-access.ts';
import { approveRequest, listRequests, AUTHORITY_STATES } from '#contract/orders/staff-requests.ts';
import { useSession } from '../../../server/session.ts';
import { readPages } from '../../../state/read-pages.ts';
import { useRead } from '../../../state/use-call.ts';
import { RowButton } from '../../../staff/RowButton.tsx';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { writtenSort } from '../../../tables/table-view.ts';
import { TableTools } from '../../../tables/TableTools.tsx';
import { useTableView } from '../../../tables/use-table-view.ts';
import type { Column } from '../../../tables/column.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { DecideRequestModal } from './DecideRequestModal.tsx';
import { REQUEST_COLUMNS } from './request-columns.tsx';
import { type StaffRequest, AUTHORITY, type Authority } from './request-labels.ts';
import { FilterBar } from '../../../tables/FilterBar.tsx';
import { SearchField } from '../../../tables/SearchField.tsx';
import { useSearchParams } from 'react-router';
import { offeredValue, parsePage } from '../../../lib/read-address.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';

const REFRESH_MS = 5000;
const CAPTION = 'Заявки на карты';

/**
 * Lists card requests of all companies. Staff find, open and approve them, or reject them with a reason that the
 * company reads.
 */
export function RequestList() {
  const [filters, change] = useRequestFilters();
  const { show, dialog } = useDialogs();
  const mayDecide = staffCan(useSession().profile?.staff_role, 'staff.runProgramme');
  const approve = useStaffAction(approveRequest, { name: 'Одобрение заявки', refresh: [listRequests] });
  const { mutate, isPending, variables } = approve;
  const approving = isPending ? (variables.params?.id ?? null) : null;
  const columns = useMemo(
    () => [
      ...REQUEST_COLUMNS,
      ...(mayDecide
        ? [
            actions({
              approve: ({ id, revision }) => mutate({ params: { id }, body: { revision } }),
              approving,
              reject: (item) =>
                show((onClose) => <DecideRequestModal request={item} decision="reject" onClose={onClose} />),
            }),
          ]
        : []),
    ],
    [mayDecide, mutate, approving, show],
  );
  const control = useTableView(CAPTION, columns);
  const query = { ...filters, sort: writtenSort(control.view) as never };
  const requests = useRead(listRequests, { query }, { keepPrevious: true, refetchMs: REFRESH_MS });
  const answer = requests.data;

  if (!answer && requests.error)
    return <LoadError onReload={() => void requests.refetch()} message={requests.error.message} />;
  return (
    <Stack>
      <RequestFilterBar filters={filters} onChange={change} />
      {approve.error && <Notice tone="error">{approve.error.message}</Notice>}
      {!answer && <TableSkeleton columns={5} />}
      {answer?.data.length === 0 && <NothingHere filters={filters} total={answer.meta.pagination.total} />}
      {answer && answer.data.length > 0 && (
        <Panel
          title={CAPTION}
          variant="flush"
          aria-busy={requests.isPlaceholderData}
          action={
            <TableTools
              list="requests"
              columns={columns}
              control={control}
              fileName={CAPTION}
              rows={() => readPages(listRequests, { query })}
            />
          }
        >
          <DataTable
            caption={CAPTION}
            columns={columns}
            rows={answer.data}
            rowKey={(item) => item.id}
            control={control}
            inOrder
          />
        </Panel>
      )}
      {answer && (
        <Pagination
          page={answer.meta.pagination.current_page}
          totalPages={answer.meta.pagination.total_pages}
          onChange={(page) => change({ page })}
        />
      )}
      {dialog}
    </Stack>
  );
}

function NothingHere({ filters, total }: { filters: Parameters<typeof isFiltered>[0]; total: number }) {
  if (total > 0)
    return <EmptyState title="На этой странице заявок нет">Откройте страницу ближе к началу.</EmptyState>;
  return (
    <EmptyState title={isFiltered(filters) ? 'Ничего не найдено' : 'Заявок нет'}>
      {isFiltered(filters) ? 'Измените поиск или фильтры.' : 'Новые заявки появятся здесь сами.'}
    </EmptyState>
  );
}

function actions(act: {
  approve: (request: StaffRequest) => void;
  approving: unknown;
  reject: (request: StaffRequest) => void;
}): Column<StaffRequest> {
  return {
    key: 'action',
    header: 'Действие',
    headerHidden: true,
    narrow: 'plain',
    width: 232,
    cell: (item) =>
      (item.status.id === REQUEST_STATUS.created || item.issue_problem) && (
        <Row gap="1" nowrap>
          <RowButton pending={act.approving === item.id} onClick={() => act.approve(item)}>
            {item.issue_problem ? 'Запросить снова' : 'Одобрить'}
          </RowButton>
          {item.status.id === REQUEST_STATUS.created && (
            <Button size="small" variant="quiet" onClick={() => act.reject(item)}>
              Отклонить
            </Button>
          )}
        </Row>
      ),
  };
}

type Props = { filters: RequestFilters; onChange: (change: Partial<RequestFilters>) => void };

/** Search, status and how the company's first admin stands. */
function RequestFilterBar({ filters, onChange }: Props) {
  return (
    <FilterBar
      label="Поиск и фильтры заявок"
      first={
        <SearchField
          wide
          label="Поиск"
          placeholder="Номер, ИНН, компания, имя, телефон"
          value={filters.q ?? ''}
          onChange={(q) => onChange({ q: q || undefined })}
        />
      }
      fields={[
        {
          key: 'status',
          label: 'Статус',
          all: 'Все заявки',
          value: String(filters.status ?? ''),
          options: Object.entries(REQUEST_STATUS_TITLE).map(([value, label]) => ({ value, label })),
          onChange: (value) => onChange({ status: Number(value) || undefined }),
        },
        {
          key: 'authority',
          label: 'Полномочия',
          all: 'Любые полномочия',
          value: filters.authority ?? '',
          options: Object.entries(AUTHORITY).map(([value, { title }]) => ({ value, label: title })),
          onChange: (value) => onChange({ authority: (value || undefined) as Authority | undefined }),
        },
      ]}
    />
  );
}

interface RequestFilters {
  q?: string | undefined;
  status?: number | undefined;
  authority?: Authority | undefined;
  page: number;
}

const Q_MAX = 100;

/** The filters of the staff's requests, in the address; a changed one starts at the first page. */
function useRequestFilters(): [RequestFilters, (change: Partial<RequestFilters>) => void] {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const filters: RequestFilters = {
    q: search.get('q')?.slice(0, Q_MAX) || undefined,
    status: Number(offeredValue(search.get('status'), Object.keys(REQUEST_STATUS_TITLE))) || undefined,
    authority: (offeredValue(search.get('authority'), AUTHORITY_STATES) || undefined) as
      | Authority
      | undefined,
    page: parsePage(search.get('page')),
  };
  return [
    filters,
    ({ page, ...change }) => write({ ...change, page: page !== undefined && page > 1 ? page : null }),
  ];
}

function isFiltered({ q, status, authority }: RequestFilters): boolean {
  return q !== undefined || status !== undefined || authority !== undefined;
}
