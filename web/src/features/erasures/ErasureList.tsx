import { useState } from 'react';
import type { z } from 'zod';
import { declineErasure, erasePerson, listErasures, type erasureRequest } from '#contract/personal-data.ts';
import { nameOfPerson } from '../../staff/name-of-person.ts';
import { ReasonModal } from '../../staff/ReasonModal.tsx';
import { useProposals, type Proposals } from '../../staff/use-proposals.ts';
import { WaitingApprovals } from '../../staff/WaitingApprovals.tsx';
import { RowButton } from '../../staff/RowButton.tsx';
import styles from '../../staff/StaffList.module.css';
import { StaffTable } from '../../staff/StaffTable.tsx';
import { useStaffAction } from '../../staff/use-staff-action.ts';
import { useRead } from '../../state/use-call.ts';
import type { Column } from '../../tables/column.ts';
import { TwoLines } from '../../tables/TwoLines.tsx';
import { dateColumn } from '../../tables/usual-columns.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { TableSkeleton } from '../../ui/Skeleton.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';

type Request = z.infer<typeof erasureRequest>;
type Chosen = { request: Request; what: 'erase' | 'decline' };

const REFRESH_MS = 15_000;

/** People who have asked to be erased. */
export function ErasureList() {
  const proposals = useProposals('person', 'staff.serveClients');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const requests = useRead(listErasures, {}, { keepPrevious: true, refetchMs: REFRESH_MS });
  const rows = requests.data?.data ?? [];
  if (!requests.data && requests.error)
    return <LoadError onReload={() => void requests.refetch()} message={requests.error.message} />;
  return (
    <Stack>
      <p className={styles.quiet}>
        По закону данные удаляют в течение тридцати дней после просьбы. Удаляют вдвоём, вернуть данные нельзя.
      </p>
      {!requests.data && <TableSkeleton columns={3} />}
      {requests.data && rows.length === 0 && (
        <EmptyState title="Просьб нет">Об удалении своих данных никто не просит.</EmptyState>
      )}
      {rows.length > 0 && (
        <StaffTable
          list="erasures"
          caption="Просьбы об удалении данных"
          columns={columns(proposals, setChosen)}
          rows={rows}
          rowKey={(item) => item.id}
        />
      )}
      {chosen?.what === 'erase' && <EraseModal {...chosen} onClose={() => setChosen(null)} />}
      {chosen?.what === 'decline' && <DeclineModal {...chosen} onClose={() => setChosen(null)} />}
    </Stack>
  );
}

function columns(proposals: Proposals, choose: (chosen: Chosen) => void): readonly Column<Request>[] {
  return [
    dateColumn({ key: 'asked', header: 'Просит', kind: 'moment', value: (item) => item.asked_at }),
    {
      key: 'person',
      header: 'Кто',
      narrow: 'title',
      fixed: true,
      value: (item) => nameOfPerson(item.person),
      cell: (item) => (
        <span className={styles.lines}>
          <TwoLines below={item.person.masked_phone}>{nameOfPerson(item.person)}</TwoLines>
          <WaitingApprovals approvals={proposals.waiting(item.person.id, erasePerson)} />
        </span>
      ),
    },
    {
      key: 'company',
      header: 'Компания',
      narrow: 'plain',
      value: (item) => item.person.company?.title ?? '',
      cell: (item) => item.person.company?.title ?? 'Без компании',
    },
    {
      key: 'action',
      header: 'Действие',
      headerHidden: true,
      narrow: 'plain',
      cell: (item) => (
        <Row gap="1" nowrap>
          <RowButton
            disabledReason={proposals.problem(erasePerson, item.person.id) ?? item.obstacle}
            onClick={() => choose({ request: item, what: 'erase' })}
          >
            Удалить данные
          </RowButton>
          <RowButton
            variant="quiet"
            onClick={() => choose({ request: item, what: 'decline' })}
            disabledReason={proposals.problem(declineErasure, item.person.id)}
          >
            Отказать
          </RowButton>
        </Row>
      ),
    },
  ];
}

function EraseModal({ request, onClose }: { request: Request; onClose: () => void }) {
  const name = 'Удаление данных';
  const action = useStaffAction(erasePerson, { name, refresh: [listErasures] });
  return (
    <ReasonModal
      title={name}
      submitLabel="Предложить"
      deed={action}
      onSubmit={(reason) =>
        action.mutate({ params: { id: request.person.id }, body: { reason } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p>{nameOfPerson(request.person)}: имя, телефон, почта, входы, письма и второй фактор удалятся.</p>
      <p>Документы, подтверждения, движения и журнал останутся без имени. Подтвердит другой сотрудник.</p>
    </ReasonModal>
  );
}

function DeclineModal({ request, onClose }: { request: Request; onClose: () => void }) {
  const name = 'Отказ удалить данные';
  const action = useStaffAction(declineErasure, { name, refresh: [listErasures] });
  return (
    <ReasonModal
      title={name}
      submitLabel="Отказать"
      label="Причина, её прочтёт человек"
      help="На чём основан отказ: закон, договор, незавершённые расчёты"
      missing="Укажите причину"
      deed={action}
      onSubmit={(reason) =>
        action.mutate({ params: { id: request.person.id }, body: { reason } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p>
        {nameOfPerson(request.person)} увидит причину в кабинете и в письме, СМС скажет, что ответ есть.
        Попросить снова можно в любой день.
      </p>
    </ReasonModal>
  );
}
