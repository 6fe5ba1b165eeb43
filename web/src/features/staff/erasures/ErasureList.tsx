import type { z } from 'zod';
import {
  declineErasure,
  erasePerson,
  listErasures,
  type erasureRequest,
} from '#contract/identity/personal-data.ts';
import { nameOfPerson } from '../../../staff/name-of-person.ts';
import { defineReasonDialog } from '../../../staff/define-reason-dialog.tsx';
import { useProposals, type Proposals } from '../../../staff/use-proposals.ts';
import { WaitingApprovals } from '../../../staff/WaitingApprovals.tsx';
import { RowButton } from '../../../staff/RowButton.tsx';
import styles from '../../../staff/StaffList.module.css';
import { StaffTable } from '../../../staff/StaffTable.tsx';
import { useRead } from '../../../state/use-call.ts';
import type { Column } from '../../../tables/column.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { dateColumn } from '../../../tables/usual-columns.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { useDialogs, type OpenDialog } from '../../../ui/use-dialogs.tsx';

type Request = z.infer<typeof erasureRequest>;

const REFRESH_MS = 15_000;

const EraseDialog = defineReasonDialog({
  title: 'Удаление данных',
  submitLabel: 'Предложить',
  name: 'Удаление данных',
  call: erasePerson,
  input: ({ person }: Request, reason) => ({ params: { id: person.id }, body: { reason } }),
  refresh: [listErasures],
  text: ({ person }) => (
    <>
      <p>{nameOfPerson(person)}: имя, телефон, почта, входы, письма и второй фактор удалятся.</p>
      <p>Документы, подтверждения, движения и журнал останутся без имени. Подтвердит другой сотрудник.</p>
    </>
  ),
});

const DeclineDialog = defineReasonDialog({
  title: 'Отказ удалить данные',
  submitLabel: 'Отказать',
  label: 'Причина, её прочтёт человек',
  help: 'На чём основан отказ: закон, договор, незавершённые расчёты',
  missing: 'Укажите причину',
  name: 'Отказ удалить данные',
  call: declineErasure,
  input: ({ person }: Request, reason) => ({ params: { id: person.id }, body: { reason } }),
  refresh: [listErasures],
  text: ({ person }) => (
    <p>
      {nameOfPerson(person)} увидит причину в кабинете и в письме, СМС скажет, что ответ есть. Попросить снова
      можно в любой день.
    </p>
  ),
});

/** People who have asked to be erased. */
export function ErasureList() {
  const proposals = useProposals('person', 'staff.serveClients');
  const { open, dialog } = useDialogs();
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
          forms={['просьба', 'просьбы', 'просьб']}
          columns={columns(proposals, open)}
          rows={rows}
          rowKey={(item) => item.id}
        />
      )}
      {dialog}
    </Stack>
  );
}

function columns(proposals: Proposals, open: OpenDialog): readonly Column<Request>[] {
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
            onClick={() => open(EraseDialog, item)}
          >
            Удалить данные
          </RowButton>
          <RowButton
            variant="quiet"
            onClick={() => open(DeclineDialog, item)}
            disabledReason={proposals.problem(declineErasure, item.person.id)}
          >
            Отказать
          </RowButton>
        </Row>
      ),
    },
  ];
}
