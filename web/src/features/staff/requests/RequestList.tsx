import { useMemo } from 'react';
import { counted } from '#contract/values/counted.ts';
import { REQUEST_STATUS, REQUEST_STATUS_TITLE } from '#contract/ids.ts';
import { TASK_OWNER_FILTERS, type TaskOwnerFilter } from '#contract/backoffice/tasks.ts';
import { listRequests, AUTHORITY_STATES } from '#contract/orders/staff-requests.ts';
import { readPages } from '../../../state/read-pages.ts';
import { useRead } from '../../../state/use-call.ts';
import { RowButton } from '../../../staff/RowButton.tsx';
import { TaskBar } from '../../../staff/TaskBar.tsx';
import { useMay } from '../../../staff/use-may.ts';
import { taskAction, taskFilters, useTasks, type TaskActions } from '../../../staff/use-tasks.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { writtenSort } from '../../../tables/table-view.ts';
import { TableTools } from '../../../tables/TableTools.tsx';
import { useRowSelection } from '../../../tables/use-row-selection.ts';
import { useTableView } from '../../../tables/use-table-view.ts';
import type { Column } from '../../../tables/column.ts';
import { ActionMenu } from '../../../ui/layers/ActionMenu.tsx';
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
import { type StaffRequest, AUTHORITY, isTask, type Authority } from './request-labels.ts';
import { FilterBar } from '../../../tables/FilterBar.tsx';
import { SearchField } from '../../../tables/SearchField.tsx';
import { useSearchParams } from 'react-router';
import { offeredValue, parsePage } from '../../../lib/read-address.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';

const REFRESH_MS = 5000;
const CAPTION = 'Заявки на карты';
const REQUESTS = ['заявка', 'заявки', 'заявок'] as const;

/**
 * Lists card requests of all companies. Staff find, open and approve them, or reject them with a reason that the
 * company reads.
 */
export function RequestList() {
  const [filters, change] = useRequestFilters();
  const { show, dialog } = useDialogs();
  const mayDecide = useMay('staff.runProgramme');
  const tasks = useTasks('request');
  const { act } = tasks;
  const columns = useMemo(
    () => [
      ...REQUEST_COLUMNS,
      ...(mayDecide
        ? [
            actions({
              decide: (item, decision) =>
                show((onClose) => (
                  <DecideRequestModal request={item} decision={decision} onClose={onClose} />
                )),
              act,
            }),
          ]
        : []),
    ],
    [mayDecide, show, act],
  );
  const control = useTableView(CAPTION, columns);
  const query = { ...filters, sort: writtenSort(control.view) as never };
  const requests = useRead(listRequests, { query }, { keepPrevious: true, refetchMs: REFRESH_MS });
  const answer = requests.data;
  const listed = useMemo(() => answer?.data.map(({ id }) => id) ?? [], [answer]);
  const { selection, selected } = useRowSelection(listed);

  if (!answer && requests.error)
    return <LoadError onReload={() => void requests.refetch()} message={requests.error.message} />;
  return (
    <Stack>
      <RequestFilterBar filters={filters} onChange={change} />
      {tasks.error && <Notice tone="error">{tasks.error.message}</Notice>}
      {!answer && <TableSkeleton columns={5} />}
      {answer?.data.length === 0 && <NoRequests filters={filters} total={answer.meta.pagination.total} />}
      {answer && answer.data.length > 0 && (
        <Panel
          title={counted(answer.meta.pagination.total, REQUESTS)}
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
            selection={mayDecide ? selection : null}
            nameRow={({ id, company }) => `заявку № ${id}, ${company.title}`}
            fit
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
      <TaskBar
        label="Выбранные заявки"
        forms={REQUESTS}
        chosen={(answer?.data ?? [])
          .filter(({ id }) => selected.includes(id))
          .map((item) => ({ ...item, isTask: isTask(item) }))}
        tasks={tasks}
        onNone={() => selection.chooseAll(selected, false)}
      />
      {dialog}
    </Stack>
  );
}

function NoRequests({ filters, total }: { filters: Parameters<typeof isFiltered>[0]; total: number }) {
  if (total > 0)
    return <EmptyState title="На этой странице заявок нет">Откройте страницу ближе к началу.</EmptyState>;
  return (
    <EmptyState title={isFiltered(filters) ? 'Ничего не найдено' : 'Заявок нет'}>
      {isFiltered(filters)
        ? 'Измените поиск или фильтры.'
        : 'Компания заказывает карты на сайте портала: её заявка появится здесь.'}
    </EmptyState>
  );
}

type RowActions = {
  /** Opens the dialog of a decision: no network gets an order of cards by one click. */
  decide: (request: StaffRequest, decision: 'approve' | 'reject') => void;
  act: TaskActions;
};

function actions({ decide, act }: RowActions): Column<StaffRequest> {
  return {
    key: 'action',
    header: 'Действие',
    headerHidden: true,
    narrow: 'plain',
    width: 232,
    cell: (item) =>
      isTask(item) && (
        <Row gap="1" nowrap>
          <RowButton onClick={() => decide(item, 'approve')}>
            {item.issue_problem ? 'Запросить снова' : 'Одобрить'}
          </RowButton>
          <ActionMenu
            label={`Действия с заявкой № ${item.id}`}
            actions={[
              taskAction(item, act),
              ...(item.status.id === REQUEST_STATUS.created
                ? [
                    {
                      key: 'reject',
                      label: 'Отклонить',
                      danger: true,
                      onSelect: () => decide(item, 'reject'),
                    },
                  ]
                : []),
            ]}
          />
        </Row>
      ),
  };
}

type Props = { filters: RequestFilters; onChange: (change: Partial<RequestFilters>) => void };

/** Filters: search, status, and the state of the company's first admin. */
function RequestFilterBar({ filters, onChange }: Props) {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const order = { owner: filters.owner ?? '', sort: search.get('sort') ?? '' };
  return (
    <FilterBar
      label="Поиск и фильтры заявок"
      first={
        <SearchField
          label="Поиск"
          placeholder="Номер, ИНН, имя"
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
        ...taskFilters(order, write),
      ]}
    />
  );
}

interface RequestFilters {
  q?: string | undefined;
  status?: number | undefined;
  authority?: Authority | undefined;
  owner?: TaskOwnerFilter | undefined;
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
    owner: (offeredValue(search.get('owner'), TASK_OWNER_FILTERS) || undefined) as
      | TaskOwnerFilter
      | undefined,
    page: parsePage(search.get('page')),
  };
  return [
    filters,
    ({ page, ...change }) => write({ ...change, page: page !== undefined && page > 1 ? page : null }),
  ];
}

function isFiltered({ q, status, authority, owner }: RequestFilters): boolean {
  return [q, status, authority, owner].some((value) => value !== undefined);
}
