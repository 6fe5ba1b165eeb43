import { useState } from 'react';
import { readMaintenance } from '#contract/auth.ts';
import { listPartners } from '#contract/orders.ts';
import { endMaintenance } from '#contract/staff.ts';
import { listStaffMaintenance } from '#contract/staff-programme.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { StaffTable } from '../../staff/StaffTable.tsx';
import { useStaffAction } from '../../staff/use-staff-action.ts';
import styles from '../../staff/StaffList.module.css';
import { useStaffProblem } from '../../staff/use-staff-problem.ts';
import { useRead } from '../../state/use-call.ts';
import type { Column } from '../../tables/column.ts';
import { dateColumn } from '../../tables/usual-columns.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { TableSkeleton } from '../../ui/Skeleton.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { AnnounceWorksModal } from './AnnounceWorksModal.tsx';

type Works = EndpointData<typeof listStaffMaintenance>[number];

const REFRESH_MS = 30_000;

/** Works that are announced or running, with their first and last minute. */
export function WorksList() {
  const [announcing, setAnnouncing] = useState(false);
  const [ending, setEnding] = useState<Works | null>(null);
  const problem = useStaffProblem('staff.runProgramme');
  const works = useRead(listStaffMaintenance, {}, { refetchMs: REFRESH_MS });
  return (
    <Stack gap="3">
      <Row className={styles.deeds}>
        <Button
          variant="primary"
          onClick={() => setAnnouncing(true)}
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
          columns={columns(problem, setEnding)}
          rows={works.data.data}
          rowKey={(item) => item.partner}
        />
      )}
      {announcing && <AnnounceWorksModal onClose={() => setAnnouncing(false)} />}
      {ending && <EndWorksModal works={ending} onClose={() => setEnding(null)} />}
    </Stack>
  );
}

function EndWorksModal({ works, onClose }: { works: Works; onClose: () => void }) {
  const action = useStaffAction(endMaintenance, {
    name: 'Окончание работ',
    refresh: [listStaffMaintenance, readMaintenance, listPartners],
  });
  return (
    <Modal opened onClose={onClose} title={`Снять работы: ${works.title}`} busy={action.isPending}>
      <FormShell
        submitLabel={works.running ? 'Закончить работы' : 'Отменить работы'}
        loading={action.isPending}
        error={action.error}
        onSubmit={() => action.mutate({ body: { partner: works.partner } }, { onSuccess: onClose })}
      >
        <p>
          {works.running
            ? 'Клиенты сразу смогут делать всё, что было закрыто работами.'
            : 'Клиенты больше не увидят объявления, и в назначенное время ничего не закроется.'}
        </p>
      </FormShell>
    </Modal>
  );
}

function columns(problem: string | null, end: (works: Works) => void): readonly Column<Works>[] {
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
