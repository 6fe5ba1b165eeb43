import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import {
  ADVANCE_RETURN_STATES,
  bookAdvanceReturn,
  dismissAdvanceReturn,
  listAdvanceReturns,
  type AdvanceReturn,
} from '#contract/money/advance-returns.ts';
import { reopenAdvanceReturn } from '#contract/money/corrections.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';
import { dateColumn, sumColumn } from '../../../tables/usual-columns.tsx';
import type { Column } from '../../../tables/column.ts';
import { useProposals, type Proposals } from '../../../staff/use-proposals.ts';
import { WaitingApprovals } from '../../../staff/WaitingApprovals.tsx';
import { StaffTable } from '../../../staff/StaffTable.tsx';
import { useDialogs, type OpenDialog } from '../../../ui/use-dialogs.tsx';
import { BookReturnDialog, DismissReturnDialog, ReopenReturnDialog } from './return-dialogs.tsx';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import styles from '../../../staff/StaffList.module.css';

const STATES: Record<AdvanceReturn['state'], { title: string; tone: StatusTone }> = {
  review: { title: 'Ждёт решения', tone: 'wait' },
  booked: { title: 'Списан со счёта', tone: 'go' },
  dismissed: { title: 'Не возврат аванса', tone: 'neutral' },
};

const REFRESH_MS = 15_000;

/** Payments from the programme to its clients: a person decides whether each one returned an advance. */
export function AdvanceReturnList() {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const { open, dialog } = useDialogs();
  const proposals = useProposals('advance-return', 'staff.handleMoney');
  const listed = useMemo(() => columns(open, proposals), [open, proposals]);
  const state = ADVANCE_RETURN_STATES.find(
    (advanceReturnState) => advanceReturnState === search.get('state'),
  );
  const returns = useRead(
    listAdvanceReturns,
    { query: { state } },
    { keepPrevious: true, refetchMs: REFRESH_MS },
  );

  if (!returns.data && returns.error)
    return <LoadError onReload={() => void returns.refetch()} message={returns.error.message} />;
  return (
    <Stack>
      <p className={styles.quiet}>
        Платежи с наших счетов клиентам. Возврат аванса спишите со счёта клиента, иначе он потратит эти деньги
        ещё раз.
      </p>
      <Select
        label="Состояние"
        labelHidden
        className={styles.filter}
        value={state ?? 'all'}
        onChange={(value) => write({ state: value === 'all' ? null : value })}
        options={[
          { value: 'all', label: 'Все возвраты' },
          ...Object.entries(STATES).map(([value, { title }]) => ({ value, label: title })),
        ]}
      />
      {!returns.data && <TableSkeleton columns={5} />}
      {returns.data?.data.length === 0 && (
        <EmptyState title="Возвратов нет">
          Загрузите выписку, и платежи с наших счетов клиентам появятся здесь.
        </EmptyState>
      )}
      {returns.data && returns.data.data.length > 0 && (
        <StaffTable
          list="returns"
          caption="Возвраты клиентам"
          forms={['возврат', 'возврата', 'возвратов']}
          columns={listed}
          rows={returns.data.data}
          rowKey={(item) => item.id}
        />
      )}
      {dialog}
    </Stack>
  );
}

function columns(open: OpenDialog, proposals: Proposals): readonly Column<AdvanceReturn>[] {
  return [
    dateColumn({ key: 'date', header: 'Списано', value: (item) => item.debited_on }),
    {
      key: 'payee',
      header: 'Получатель',
      narrow: 'title',
      fixed: true,
      value: (item) => item.payee.name,
      cell: (item) => (
        <TwoLines below={`ИНН ${item.payee.inn}, документ №\u00a0${item.number}`}>
          {item.payee.name || 'Не указан'}
        </TwoLines>
      ),
    },
    {
      key: 'purpose',
      header: 'Назначение',
      narrow: 'plain',
      value: (item) => item.purpose,
      cell: (item) => (
        <span className={styles.lines}>
          <span className={styles.purpose}>{item.purpose}</span>
          <span className={styles.quiet}>
            Клиент №&nbsp;{item.company.id} {item.company.title}
          </span>
          {item.reason && <span className={styles.quiet}>{item.reason}</span>}
          {item.reopenings.map((past) => (
            <ReopeningLine key={past.reopened_at} past={past} />
          ))}
        </span>
      ),
    },
    {
      key: 'state',
      header: 'Состояние',
      narrow: 'second',
      value: (item) => STATES[item.state].title,
      cell: (item) => (
        <span className={styles.lines}>
          <TwoLines below={item.decided_at && <DateAndAuthor at={item.decided_at} by={item.decided_by} />}>
            <StatusLabel tone={STATES[item.state].tone}>{STATES[item.state].title}</StatusLabel>
          </TwoLines>
          <WaitingApprovals approvals={proposals.waiting(item.id)} />
        </span>
      ),
    },
    sumColumn(),
    {
      key: 'action',
      header: 'Действие',
      headerHidden: true,
      width: 200,
      narrow: 'plain',
      cell: (item) =>
        item.state === 'review' ? (
          <Row gap="1">
            <Button
              size="small"
              onClick={() => open(BookReturnDialog, item)}
              disabledReason={proposals.problem(bookAdvanceReturn, item.id)}
            >
              Списать со счёта
            </Button>
            <Button
              size="small"
              variant="quiet"
              onClick={() => open(DismissReturnDialog, item)}
              disabledReason={proposals.problem(dismissAdvanceReturn, item.id)}
            >
              Не возврат аванса
            </Button>
          </Row>
        ) : (
          <Button
            size="small"
            onClick={() => open(ReopenReturnDialog, item)}
            disabledReason={proposals.problem(reopenAdvanceReturn, item.id)}
          >
            Отменить решение
          </Button>
        ),
    },
  ];
}

/** A decision that was reversed: by whom and why, and what it had been. */
function ReopeningLine({ past }: { past: AdvanceReturn['reopenings'][number] }) {
  const { title } = STATES[past.state];
  return (
    <>
      <span className={styles.quiet}>
        Отменено <DateAndAuthor at={past.reopened_at} by={past.reopened_by} />: {past.reason}
      </span>
      <span className={styles.quiet}>
        До этого «{title}», <DateAndAuthor at={past.decided_at} by={past.decided_by} />
        {past.decided_reason && `: ${past.decided_reason}`}
      </span>
    </>
  );
}

function DateAndAuthor({ at, by }: { at: string; by: string | null }) {
  return (
    <>
      <DateText value={at} />
      {by && `, ${by}`}
    </>
  );
}
