import { useMemo } from 'react';
import { REQUEST_STATUS } from '#contract/ids.ts';
import { staffCan } from '#contract/staff-access.ts';
import { approveRequest, listRequests } from '#contract/staff-requests.ts';
import { useSession } from '../../server/session.ts';
import { readPages } from '../../state/read-pages.ts';
import { useRead } from '../../state/use-call.ts';
import { RowButton } from '../../staff/RowButton.tsx';
import { useStaffAction } from '../../staff/use-staff-action.ts';
import { DataTable } from '../../tables/DataTable.tsx';
import { writtenSort } from '../../tables/table-view.ts';
import { TableTools } from '../../tables/TableTools.tsx';
import { useTableView } from '../../tables/use-table-view.ts';
import type { Column } from '../../tables/column.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { TableSkeleton } from '../../ui/Skeleton.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import { useDialogs } from '../../ui/use-dialogs.tsx';
import { DecideRequestModal } from './DecideRequestModal.tsx';
import { REQUEST_COLUMNS } from './request-columns.tsx';
import { RequestFilterBar } from './RequestFilterBar.tsx';
import type { StaffRequest } from './request-labels.ts';
import { isFiltered, useRequestFilters } from './use-request-filters.ts';

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
