import { useSearchParams } from 'react-router';
import {
  APPROVAL_STATE_TITLE,
  APPROVAL_STATES,
  listApprovals,
  setApprovalLimit,
} from '#contract/identity/approvals.ts';
import { StaffTable } from '../../../staff/StaffTable.tsx';
import styles from '../../../staff/StaffList.module.css';
import { useRead } from '../../../state/use-call.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import type { Column } from '../../../tables/column.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { dateColumn } from '../../../tables/usual-columns.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { formatMoney } from '../../../lib/format.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { ApprovalModal } from './ApprovalModal.tsx';
import { LimitModal } from './LimitModal.tsx';
import { nameOfPerson } from '../../../staff/name-of-person.ts';
import { useProposals, type Approval } from '../../../staff/use-proposals.ts';

const REFRESH_MS = 10_000;
const TONE: Record<Approval['state'], StatusTone> = {
  waiting: 'wait',
  confirmed: 'go',
  declined: 'stop',
  withdrawn: 'neutral',
  expired: 'neutral',
};

/** Proposals of one member that a second one confirms: money, rules and roles that no single person changes. */
export function ApprovalList() {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const { show, dialog } = useDialogs();
  const state = APPROVAL_STATES.find((approvalState) => approvalState === search.get('state'));
  const approvals = useRead(
    listApprovals,
    { query: { state } },
    { keepPrevious: true, refetchMs: REFRESH_MS },
  );
  const limitProblem = useProposals('limit', 'staff.manageStaff').problem(setApprovalLimit);
  const rows = approvals.data?.data ?? [];
  const opened = rows.find((row) => String(row.id) === search.get('approval'));

  if (!approvals.data && approvals.error)
    return <LoadError onReload={() => void approvals.refetch()} message={approvals.error.message} />;
  return (
    <Stack>
      <p className={styles.quiet}>
        Деньги, если сотрудник проводит за день больше {formatMoney(approvals.data?.meta.credit_above ?? 0)},
        тарифы, исправления зачислений, редакции соглашения, закрытие месяца, разблокировку должника и
        потерянные телефоны предлагает один сотрудник, а подтверждает другой.
      </p>
      <Row align="end">
        <Select
          label="Состояние"
          labelHidden
          className={styles.filter}
          value={state ?? 'all'}
          onChange={(value) => write({ state: value === 'all' ? null : value, approval: null })}
          options={[
            { value: 'all', label: 'Все предложения' },
            ...APPROVAL_STATES.map((value) => ({ value, label: APPROVAL_STATE_TITLE[value] })),
          ]}
        />
        <Button
          variant="quiet"
          onClick={() => show((onClose) => <LimitModal onClose={onClose} />)}
          disabledReason={limitProblem}
        >
          Изменить дневную сумму
        </Button>
      </Row>
      {!approvals.data && <TableSkeleton columns={4} />}
      {approvals.data && rows.length === 0 && (
        <EmptyState title="Предложений нет">
          Они появятся здесь, когда кто-то из сотрудников предложит то, что решают вдвоём.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <StaffTable
          list="approvals"
          caption="Решения вдвоём"
          forms={['предложение', 'предложения', 'предложений']}
          columns={columns((id) => write({ approval: String(id) }))}
          rows={rows}
          rowKey={(item) => item.id}
        />
      )}
      {opened && <ApprovalModal approval={opened} onClose={() => write({ approval: null })} />}
      {dialog}
    </Stack>
  );
}

function columns(open: (id: number) => void): readonly Column<Approval>[] {
  return [
    dateColumn({ key: 'date', header: 'Предложено', kind: 'moment', value: (item) => item.proposed_at }),
    {
      key: 'title',
      header: 'Что',
      narrow: 'title',
      fixed: true,
      value: (item) => item.title,
      cell: (item) => <TwoLines below={item.company?.title ?? null}>{item.title}</TwoLines>,
    },
    {
      key: 'by',
      header: 'Кто предложил',
      narrow: 'plain',
      value: (item) => nameOfPerson(item.proposed_by),
      cell: (item) => nameOfPerson(item.proposed_by),
    },
    {
      key: 'state',
      header: 'Состояние',
      narrow: 'plain',
      value: (item) => (item.stale ? `Устарело: ${item.stale}` : APPROVAL_STATE_TITLE[item.state]),
      cell: (item) => (
        <TwoLines below={item.stale ?? (item.decided_by && nameOfPerson(item.decided_by))}>
          <StatusLabel tone={item.stale ? 'stop' : TONE[item.state]}>
            {item.stale ? 'Устарело' : APPROVAL_STATE_TITLE[item.state]}
          </StatusLabel>
        </TwoLines>
      ),
    },
    {
      key: 'action',
      header: 'Действие',
      headerHidden: true,
      narrow: 'plain',
      cell: (item) => (
        <Button size="small" onClick={() => open(item.id)} aria-label={`Открыть: ${item.title}`}>
          Открыть
        </Button>
      ),
    },
  ];
}
