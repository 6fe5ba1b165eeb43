import { readMaintenance } from '#contract/identity/auth.ts';
import { listPartners } from '#contract/orders/orders.ts';
import { endMaintenance } from '#contract/backoffice/staff.ts';
import { listStaffMaintenance } from '#contract/programme/staff-programme.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { defineReasonDialog } from '../../../staff/define-reason-dialog.tsx';
import { StaffTable } from '../../../staff/StaffTable.tsx';
import styles from '../../../staff/StaffList.module.css';
import { useStaffProblem } from '../../../staff/use-staff-problem.ts';
import { useRead } from '../../../state/use-call.ts';
import type { Column } from '../../../tables/column.ts';
import { dateColumn } from '../../../tables/usual-columns.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { AnnounceWorksDialog } from './AnnounceWorksDialog.tsx';

type MaintenanceWorks = EndpointData<typeof listStaffMaintenance>[number];

const REFRESH_MS = 30_000;

/** Works that are announced or running, with their first and last minute. */
export function WorksList() {
  const { open, dialog } = useDialogs();
  const problem = useStaffProblem('staff.runProgramme');
  const works = useRead(listStaffMaintenance, {}, { refetchMs: REFRESH_MS });
  return (
    <Stack gap="3">
      <Row className={styles.actions}>
        <Button
          variant="primary"
          onClick={() => open(AnnounceWorksDialog, null)}
          disabled={problem !== null}
          disabledReason={problem ?? ''}
        >
          Объявить работы
        </Button>
      </Row>
      {!works.data && works.error && (
        <LoadError onReload={() => void works.refetch()} message={works.error.message} />
      )}
      {!works.data && !works.error && <TableSkeleton columns={4} />}
      {works.data?.data.length === 0 && (
        <EmptyState title="Работ нет">
          Объявленные работы клиенты видят заранее, над каждой страницей.
        </EmptyState>
      )}
      {works.data && works.data.data.length > 0 && (
        <StaffTable
          caption="Объявленные работы"
          columns={columns(problem, (works) => open(EndWorksDialog, works))}
          rows={works.data.data}
          rowKey={(item) => item.partner}
        />
      )}
      {dialog}
    </Stack>
  );
}

const EndWorksDialog = defineReasonDialog({
  title: ({ title }: MaintenanceWorks) => `Снять работы: ${title}`,
  submitLabel: ({ running }) => (running ? 'Закончить работы' : 'Отменить работы'),
  label: null,
  name: 'Окончание работ',
  call: endMaintenance,
  input: ({ partner }) => ({ body: { partner } }),
  refresh: [listStaffMaintenance, readMaintenance, listPartners],
  text: ({ running }) => (
    <p>
      {running
        ? 'Клиенты сразу смогут делать всё, что было закрыто работами.'
        : 'Клиенты больше не увидят объявления, и в назначенное время ничего не закроется.'}
    </p>
  ),
});

function columns(
  problem: string | null,
  end: (works: MaintenanceWorks) => void,
): readonly Column<MaintenanceWorks>[] {
  return [
    {
      key: 'title',
      header: 'Где',
      narrow: 'title',
      fixed: true,
      value: (item) => item.title,
      cell: (item) => item.title,
    },
    dateColumn({
      key: 'start',
      header: 'Начало',
      kind: 'moment',
      narrow: 'line',
      value: (item) => item.start,
    }),
    dateColumn({
      key: 'end',
      header: 'Окончание',
      kind: 'moment',
      narrow: 'line',
      value: (item) => item.end,
    }),
    {
      key: 'message',
      header: 'Что видят клиенты',
      narrow: 'plain',
      value: (item) => item.message,
      cell: (item) => item.message,
    },
    {
      key: 'state',
      header: 'Состояние',
      narrow: 'second',
      value: (item) => (item.running ? 'Идут' : 'Объявлены'),
      cell: (item) => (
        <StatusLabel tone={item.running ? 'stop' : 'wait'}>{item.running ? 'Идут' : 'Объявлены'}</StatusLabel>
      ),
    },
    {
      key: 'action',
      header: 'Действие',
      headerHidden: true,
      narrow: 'plain',
      cell: (item) => (
        <Button
          size="small"
          onClick={() => end(item)}
          disabled={problem !== null}
          disabledReason={problem ?? ''}
        >
          {item.running ? 'Закончить' : 'Отменить'}
        </Button>
      ),
    },
  ];
}
